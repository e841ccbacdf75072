package io.tributary.sink.write;

import io.tributary.schemas.deadletter.Failure;

/**
 * How a table of claims works.
 *
 * @param table its name, without prefix
 * @param key the claimed id
 * @param owner attribute that says whose id it is
 * @param moment attribute that tells one claim of an owner from a later one
 * @param expiry attribute with the epoch second from which the claim does not count any more
 * @param reused why a write fails whose id belongs to another owner
 */
public record ClaimRule(
    String table, String key, String owner, String moment, String expiry, Failure reused) {}

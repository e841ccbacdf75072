package io.tributary.sink.write;

import io.tributary.schemas.deadletter.Failure;

/**
 * Layout of a table of claims.
 *
 * @param table without prefix
 * @param key attribute with the id
 * @param owner attribute with the owner
 * @param moment attribute that tells apart an owner's claims
 * @param expiry attribute with the epoch second of the claim's end
 * @param reused failure of a write whose id has another owner
 */
public record ClaimRule(
    String table, String key, String owner, String moment, String expiry, Failure reused) {}

package io.tributary.traffic;

import java.util.Map;

/**
 * One HTTP request of a sender, signed where its provider signs.
 *
 * @param path with its query, on any gateway
 * @param headers credentials included; values are not repeated
 * @param body UTF-8 text; empty for none
 * @param attempts how often the sender tries while the answer is 5xx or none comes; 1 for once
 */
public record Request(
    String method, String path, Map<String, String> headers, String body, int attempts) {}

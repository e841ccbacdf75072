package io.tributary.traffic;

import java.util.Map;

/**
 * Credentials that a pipeline accepts.
 *
 * @param adminToken of the admin routes
 * @param serviceToken with every grant
 * @param accounts secrets of channel accounts by {@code provider/account}, such as {@code
 *     slack/main}; providers without an account send nothing
 */
public record Credentials(String adminToken, String serviceToken, Map<String, String> accounts) {}

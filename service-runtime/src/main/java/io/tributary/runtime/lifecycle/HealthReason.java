package io.tributary.runtime.lifecycle;

/**
 * A reason for unreadiness.
 *
 * @param code stable, in lower case, such as {@code restoring}
 */
public record HealthReason(String code, String message) {}

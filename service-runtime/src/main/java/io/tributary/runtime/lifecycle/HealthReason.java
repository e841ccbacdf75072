package io.tributary.runtime.lifecycle;

/**
 * Why an instance should get no work.
 *
 * @param code stable, in lower case, such as {@code restoring}
 * @param message for a person
 */
public record HealthReason(String code, String message) {}

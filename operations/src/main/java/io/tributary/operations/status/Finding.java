package io.tributary.operations.status;

/**
 * A problem with its remedy.
 *
 * @param what the problem, with names and numbers
 */
public record Finding(FindingKind rule, String what, String remedy) {}

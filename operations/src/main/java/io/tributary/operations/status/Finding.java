package io.tributary.operations.status;

/**
 * A problem with its remedy.
 *
 * @param what with names and numbers
 */
public record Finding(FindingKind rule, String what, String remedy) {}

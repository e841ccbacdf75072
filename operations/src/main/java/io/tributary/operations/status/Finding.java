package io.tributary.operations.status;

/**
 * Something that is wrong.
 *
 * @param what is wrong, with names and numbers
 * @param remedy what to do about it, with the command
 */
public record Finding(FindingKind rule, String what, String remedy) {}

package io.tributary.cli.status;

/**
 * Something that is wrong.
 *
 * @param what is wrong, with names and numbers
 * @param remedy what to do about it, with the command
 */
record Finding(Rule rule, String what, String remedy) {}

package io.tributary.harness.process;

/**
 * A command that has ended.
 *
 * @param command its words after the launcher
 * @param out what it printed on standard output
 * @param err what it printed on standard error
 */
public record Completed(String command, int exitCode, String out, String err) {}

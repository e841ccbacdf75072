package io.tributary.storm.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A program that prints {@code ready <name>=<address>} once it serves.
 *
 * @param name for people and for the names of its log files
 * @param command command line
 * @param environment variables beside those of this process, of which those of Tributary and AWS
 *     are left out
 * @param logs folder of its log files
 */
public record Program(
    String name, List<String> command, Map<String, String> environment, Path logs) {

  public Program {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}

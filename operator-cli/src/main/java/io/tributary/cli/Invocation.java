package io.tributary.cli;

import io.tributary.runtime.config.Settings;
import java.util.Map;
import java.util.Optional;

/**
 * One call of a command.
 *
 * @param arguments by name; a switch that is there has the value {@code true}
 */
record Invocation(Settings settings, Map<String, String> arguments) {

  Invocation {
    arguments = Map.copyOf(arguments);
  }

  Optional<String> find(String argument) {
    return Optional.ofNullable(arguments.get(argument));
  }

  boolean has(String argument) {
    return arguments.containsKey(argument);
  }
}

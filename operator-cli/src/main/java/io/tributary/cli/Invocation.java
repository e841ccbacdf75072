package io.tributary.cli;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.KafkaSettings;
import java.util.Map;
import java.util.Optional;

/**
 * One call of a command.
 *
 * @param arguments by name; a switch that is there has the value {@code true}
 * @param generation that was asked for; 0 for the live one
 */
record Invocation(Settings settings, Map<String, String> arguments, int generation) {

  Invocation {
    arguments = Map.copyOf(arguments);
  }

  /** A call as it was made. */
  Invocation(Settings settings, Map<String, String> arguments) {
    this(settings, arguments, settings.get(KafkaSettings.GENERATION));
  }

  /** The same call by other settings. */
  Invocation by(Settings other) {
    return new Invocation(other, arguments, generation);
  }

  Optional<String> find(String argument) {
    return Optional.ofNullable(arguments.get(argument));
  }

  boolean has(String argument) {
    return arguments.containsKey(argument);
  }
}

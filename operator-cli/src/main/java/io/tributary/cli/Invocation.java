package io.tributary.cli;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One call of a command. */
final class Invocation {

  private final Settings given;
  private final Map<String, String> arguments;
  private final UnaryOperator<Settings> meaning;
  private @Nullable Settings meant;

  /**
   * A call as it was made.
   *
   * @param arguments by name; a switch that is there has the value {@code true}
   */
  Invocation(Settings given, Map<String, String> arguments) {
    this(given, arguments, UnaryOperator.identity());
  }

  private Invocation(
      Settings given, Map<String, String> arguments, UnaryOperator<Settings> meaning) {
    this.given = given;
    this.arguments = Map.copyOf(arguments);
    this.meaning = meaning;
  }

  /**
   * The same call.
   *
   * @param other says what its settings mean; asked when somebody wants to know that, so that what
   *     is wrong with the call is said before
   */
  Invocation meaning(UnaryOperator<Settings> other) {
    return new Invocation(given, arguments, other);
  }

  Settings given() {
    return given;
  }

  /** Settings that name the generation that is meant; may ask the cluster which that is. */
  Settings settings() {
    Settings known = meant;
    if (known == null) {
      known = meaning.apply(given);
      meant = known;
    }
    return known;
  }

  /** The generation that was asked for; 0 for the live one. */
  int generation() {
    return given.get(KafkaSettings.GENERATION);
  }

  Map<String, String> arguments() {
    return arguments;
  }

  Optional<String> find(String argument) {
    return Optional.ofNullable(arguments.get(argument));
  }

  boolean has(String argument) {
    return arguments.containsKey(argument);
  }
}

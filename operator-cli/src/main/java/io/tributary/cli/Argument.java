package io.tributary.cli;

/** What a command line may say beyond settings. */
sealed interface Argument {

  /** Its name: {@code --key} for an option, {@code TOPIC} for a position. */
  String name();

  /** One sentence for the help. */
  String purpose();

  /** An option that is there or not. */
  record Switch(String name, String purpose) implements Argument {}

  /**
   * An option with a value.
   *
   * @param label what the value is, such as {@code SECONDS}
   */
  record Option(String name, String label, String purpose) implements Argument {}

  /** A required value without a name. */
  record Position(String name, String purpose) implements Argument {}
}

package io.tributary.cli.simulate;

import java.util.Optional;

/** A sender, whose requests follow each other's answers. */
abstract class Sender {

  private final String id;
  private Optional<Action> latest = Optional.empty();

  Sender(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /** Whether another sender takes its place. */
  boolean isOver() {
    return false;
  }

  /** The newest planned request. */
  Optional<Action> latest() {
    return latest;
  }

  void planned(Action action) {
    latest = Optional.of(action);
  }
}

package io.tributary.cli.demo;

/** The pipeline did something else than it should. The message says what, in one line. */
final class DemoFailedException extends RuntimeException {

  DemoFailedException(String message) {
    super(message);
  }
}

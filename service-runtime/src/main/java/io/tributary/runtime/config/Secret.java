package io.tributary.runtime.config;

/**
 * A text that must not be shown.
 *
 * @param reveal the text itself
 */
public record Secret(String reveal) {

  @Override
  public String toString() {
    return "(secret)";
  }
}

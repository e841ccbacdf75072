package io.tributary.runtime.config;

/** A text that is never shown. */
public record Secret(String reveal) {

  @Override
  public String toString() {
    return "(secret)";
  }
}

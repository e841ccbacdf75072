package io.tributary.runtime.config;

/** An invalid setting; the message names it and the rule. */
public final class SettingsException extends RuntimeException {

  public SettingsException(String message) {
    super(message);
  }
}

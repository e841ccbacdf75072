package io.tributary.runtime.config;

/** A setting that cannot be used. The message names the setting and the rule. */
public final class SettingsException extends RuntimeException {

  public SettingsException(String message) {
    super(message);
  }
}

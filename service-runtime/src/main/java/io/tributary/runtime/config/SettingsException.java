package io.tributary.runtime.config;

/** Invalid settings; the message has a line for each, with its name and the rule. */
public final class SettingsException extends RuntimeException {

  public SettingsException(String message) {
    super(message);
  }
}

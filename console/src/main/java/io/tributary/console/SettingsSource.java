package io.tributary.console;

import io.tributary.runtime.config.Settings;

/** Settings of the pipeline, which may have to start first. */
@FunctionalInterface
public interface SettingsSource {

  Settings get() throws InterruptedException;
}

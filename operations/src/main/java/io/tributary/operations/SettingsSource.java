package io.tributary.operations;

import io.tributary.runtime.config.Settings;

/** Settings of a pipeline, which may have to start first. */
@FunctionalInterface
public interface SettingsSource {

  Settings get() throws InterruptedException;
}

package io.tributary.runtime.config;

import java.util.ArrayList;
import java.util.List;

/** Faults of settings, collected so that all of them are named at once. */
public final class SettingFaults {

  private final List<String> faults = new ArrayList<>();

  /** Adds the fault of a rule that throws {@link SettingsException}. */
  public SettingFaults check(Runnable rule) {
    try {
      rule.run();
    } catch (SettingsException e) {
      add(String.valueOf(e.getMessage()));
    }
    return this;
  }

  public void add(String fault) {
    if (!faults.contains(fault)) {
      faults.add(fault);
    }
  }

  /** Throws a {@link SettingsException} with a line for each fault, if there are any. */
  public void throwIfAny() {
    if (!faults.isEmpty()) {
      throw new SettingsException(String.join("\n", faults));
    }
  }
}

package io.tributary.runtime.health;

import io.tributary.runtime.metrics.Meter;
import java.util.List;

/** Meters of every service. */
public enum ServiceMeter implements Meter {
  READY(
      "tributary_ready",
      "1 while /health/ready of the instance answers 200, else 0; alert when not 1.");

  private final String meter;
  private final String meaning;

  ServiceMeter(String meter, String meaning) {
    this.meter = meter;
    this.meaning = meaning;
  }

  @Override
  public String meter() {
    return meter;
  }

  @Override
  public Kind kind() {
    return Kind.GAUGE;
  }

  @Override
  public List<String> tags() {
    return List.of();
  }

  @Override
  public String meaning() {
    return meaning;
  }
}

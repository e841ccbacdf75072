package io.tributary.runtime.health;

import io.tributary.runtime.metrics.Meter;

public enum ServiceMeter implements Meter {
  READY(
      "tributary_ready",
      "1 while /health/ready of the instance answers 200, else 0; alert when not 1."),
  CLOCK("tributary_clock_seconds", "The instance's clock, epoch seconds; alert when a minute off.");

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts
  private final Spec spec;

  ServiceMeter(String name, String meaning) {
    this.spec = new Spec(name, Kind.GAUGE, "", meaning);
  }

  @Override
  public Spec spec() {
    return spec;
  }
}

package io.tributary.runtime.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.runtime.health.OpsContent.Page;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Pages of every service: liveness, readiness, metrics. */
public final class OpsPages {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double MILLIS_OF_SECOND = 1000;
  private static final String JSON_TYPE = "application/json";

  private final Component service;
  private final Supplier<Meters> meters;
  private final InstantSource clock;
  private @Nullable Meters shown;

  public OpsPages(Component service, Supplier<Meters> meters, InstantSource clock) {
    this.service = service;
    this.meters = meters;
    this.clock = clock;
  }

  static final Page NOT_FOUND =
      Page.of(404, "text/plain", "/health/live, /health/ready, /metrics\n");

  private static final Set<String> PATHS = Set.of("/health/live", "/health/ready", "/metrics");

  boolean isAt(String path) {
    return PATHS.contains(path);
  }

  public Optional<Page> at(String path) {
    return switch (path) {
      case "/health/live" -> Optional.of(health("alive", List.of()));
      case "/health/ready" -> Optional.of(ready());
      case "/metrics" ->
          Optional.of(Page.of(200, "text/plain; version=0.0.4; charset=utf-8", metrics()));
      default -> Optional.empty();
    };
  }

  /** Meters change with the running generation; readiness and clock are added to each. */
  private synchronized String metrics() {
    Meters current = meters.get();
    if (current != shown) {
      current.gauge(ServiceMeter.READY, () -> service.unreadyReasons().isEmpty() ? 1 : 0);
      current.gauge(ServiceMeter.CLOCK, () -> clock.millis() / MILLIS_OF_SECOND);
      shown = current;
    }
    return current.scrape();
  }

  private Page ready() {
    List<HealthReason> reasons = service.unreadyReasons();
    return health(reasons.isEmpty() ? "ready" : "unready", reasons);
  }

  private static Page health(String status, List<HealthReason> reasons) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("status", status);
    body.put("reasons", reasons);
    try {
      return Page.of(reasons.isEmpty() ? 200 : 503, JSON_TYPE, JSON.writeValueAsString(body));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

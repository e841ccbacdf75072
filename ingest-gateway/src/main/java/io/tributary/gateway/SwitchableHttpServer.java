package io.tributary.gateway;

import io.tributary.gateway.http.HttpApi;
import io.tributary.gateway.http.HttpListener;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.lifecycle.Lifecycle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's HTTP server, for one pipeline after another: new requests go to the last, earlier
 * ones end where they began, and no connection closes.
 */
public final class SwitchableHttpServer {

  private final AtomicReference<@Nullable HttpApi> leading = new AtomicReference<>();
  private final HttpListener http;
  private final Lifecycle parts;
  private final Future<?> before;
  private boolean opened;
  private volatile boolean superseded;

  public SwitchableHttpServer(Settings settings) {
    this(settings, CompletableFuture.completedFuture(null));
  }

  /** A server that opens after something else is done. */
  public SwitchableHttpServer(Settings settings, Future<?> before) {
    this.before = before;
    this.http =
        new HttpListener(
            settings.get(GatewaySettings.LISTEN), () -> Objects.requireNonNull(leading.get()));
    this.parts =
        new Lifecycle(List.of(http, new ShutdownDelay(settings.get(GatewaySettings.STOP_DELAY))));
  }

  HostPort address() {
    return http.address();
  }

  /** Directs new requests to an API; opens the listener with the first. */
  synchronized void switchTo(HttpApi api) throws Exception {
    leading.set(api);
    superseded = false;
    if (!opened) {
      before.get();
      parts.start();
      opened = true;
    }
  }

  /** Marks the API as superseded: other gateways may hold newer changes. */
  public void markSuperseded() {
    superseded = true;
  }

  boolean isSuperseded() {
    return superseded;
  }

  boolean isServing(HttpApi api) {
    return api.equals(leading.get());
  }

  List<HealthReason> unreadyReasons() {
    return parts.unreadyReasons();
  }

  /** Reports unready for {@code stop.delay}, waits for open requests, closes. */
  void close(Deadline deadline) throws Exception {
    parts.close(deadline);
  }
}

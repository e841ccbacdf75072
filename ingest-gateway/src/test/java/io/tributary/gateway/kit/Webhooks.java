package io.tributary.gateway.kit;

import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.TraceContext;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Requests of providers as their adapters are given them, without a server. */
public final class Webhooks {

  /** Runs tasks at once, and waits for ever. */
  public static final ApiRequest.Connection CONNECTION =
      new ApiRequest.Connection() {
        @Override
        public void execute(Runnable task) {
          task.run();
        }

        @Override
        public boolean isWaiting() {
          return true;
        }
      };

  private Webhooks() {}

  /** A body with headers, name and value by turns. */
  public static ApiRequest request(byte[] body, String... headers) {
    Map<String, String> byName = new HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      byName.put(headers[i].toLowerCase(Locale.ROOT), headers[i + 1]);
    }
    return new ApiRequest(
        "request-1",
        new Principal("anonymous", Set.of()),
        "/",
        Map.of("account", "main"),
        Map.of(),
        name -> Optional.ofNullable(byName.get(name.toLowerCase(Locale.ROOT))),
        Optional.empty(),
        body,
        TraceContext.NONE,
        Deadline.after(Duration.ofSeconds(5), System::nanoTime),
        new ByteBudget(0).open(),
        CONNECTION);
  }

  /** The machine's surroundings, at another time. */
  public static RuntimeContext at(String time) {
    return at(time, RuntimeContext.system().ticker());
  }

  /** The same with that ticker. */
  public static RuntimeContext at(String time, Ticker ticker) {
    RuntimeContext system = RuntimeContext.system();
    return new RuntimeContext(
        new MovedClock(Instant.parse(time)),
        ticker,
        system.random(),
        system.secrets(),
        system.environment());
  }
}

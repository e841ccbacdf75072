package io.tributary.gateway.http;

import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.runtime.context.Ticker;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refused requests, counted by reason. Each reason is logged once a minute, with its number. */
public final class RefusedRequests {

  private static final Logger log = LoggerFactory.getLogger(RefusedRequests.class);
  private static final Set<Integer> STATUSES = Set.of(400, 401, 403);
  private static final int MOST_REASONS = 100;
  private static final int LONGEST = 120;
  private static final long PERIOD = TimeUnit.MINUTES.toNanos(1);
  private static final String OTHER = "other";
  private static final Pattern POSITION = Pattern.compile("\\[\\d+]");

  private final GatewayMetrics metrics;
  private final Ticker ticker;
  private final Map<Reason, Counted> reasons = new ConcurrentHashMap<>();

  private record Reason(String route, int status, String words) {}

  private record Counted(LongAdder requests, AtomicLong loggedAt) {}

  RefusedRequests(GatewayMetrics metrics, Ticker ticker) {
    this.metrics = metrics;
    this.ticker = ticker;
  }

  /** Counts a problem that is a refusal. */
  void count(String route, Problem problem) {
    if (!STATUSES.contains(problem.status()) && problem.reason().isEmpty()) {
      return;
    }
    Reason own = new Reason(route, problem.status(), words(problem));
    boolean kept = reasons.containsKey(own) || reasons.size() < MOST_REASONS;
    Reason reason = kept ? own : new Reason(OTHER, problem.status(), OTHER);
    long now = ticker.nanos();
    Counted counted =
        reasons.computeIfAbsent(
            reason, first -> new Counted(new LongAdder(), new AtomicLong(now - PERIOD)));
    counted.requests().increment();
    metrics.refused(reason.route(), Integer.toString(reason.status()), reason.words());
    long logged = counted.loggedAt().get();
    if (now - logged >= PERIOD && counted.loggedAt().compareAndSet(logged, now)) {
      log.warn(
          "refused {} since the last such line: {} {}, {}",
          counted.requests().sumThenReset(),
          reason.status(),
          reason.route(),
          reason.words());
    }
  }

  /** Names and positions are the sender's; there are few rules. */
  private static String words(Problem problem) {
    String words = POSITION.matcher(problem.reason().orElse(problem.message())).replaceAll("[]");
    return words.length() <= LONGEST ? words : words.substring(0, LONGEST);
  }
}

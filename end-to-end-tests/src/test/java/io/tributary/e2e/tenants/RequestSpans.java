package io.tributary.e2e.tenants;

import io.tributary.harness.load.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** When requests were under way, by what they were about. */
final class RequestSpans {

  /** The end of a request that nobody has ever been told of. */
  static final long NEVER = Long.MAX_VALUE;

  /**
   * From its first attempt to its answer, in epoch milliseconds, both included.
   *
   * @param to {@link #NEVER} without an answer that settles it
   */
  record Span(long from, long to) {

    private boolean has(long moment) {
      return from <= moment && moment <= to;
    }

    private Span with(Span other) {
      return new Span(Math.min(from, other.from), Math.max(to, other.to));
    }
  }

  private final Map<String, List<Span>> spans = new HashMap<>();

  /** A request about that, until it was answered for good. */
  void add(String subject, Delivery delivery) {
    boolean answered = delivery.acknowledged() || delivery.refused();
    add(
        subject,
        new Span(
            delivery.firstSent().toEpochMilli(),
            answered ? delivery.settled().toEpochMilli() + 1 : NEVER));
  }

  /** The same in figures. */
  void add(String subject, Span span) {
    spans.computeIfAbsent(subject, any -> new ArrayList<>()).add(span);
  }

  /** The request that was under way at that moment; of several, the time that all took together. */
  Optional<Span> around(String subject, long moment) {
    return spans.getOrDefault(subject, List.of()).stream()
        .filter(span -> span.has(moment))
        .reduce(Span::with);
  }
}

package io.tributary.e2e.tenants;

import static io.tributary.harness.store.Fields.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.e2e.tenants.RequestSpans.Span;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;

/**
 * Whose each message was, and whether it was admitted, as the commands say it: what is stamped on a
 * webhook's fact must have been in force while its request was under way. An admission may be as
 * old as gateways may know; a refusal may not. Nothing is asked of WhatsApp's senders.
 */
final class AdmissionCheck {

  private static final long LAG_OF_ADMISSIONS = 2_000;
  private static final String NOBODYS = "nobody NO_TENANT_MAPPING";

  private final List<ControlTerm> terms;
  private final RequestSpans spans;

  /** From when a term may have been in force: when its command, and all before, had come. */
  private final long[] from;

  /** From when it was in force everywhere: when its command, or one behind, was answered. */
  private final long[] certain;

  private final Map<String, Integer> tally = new TreeMap<>();

  AdmissionCheck(List<ControlTerm> terms, RequestSpans spans) {
    this.terms = terms;
    this.spans = spans;
    this.from = new long[terms.size()];
    this.certain = new long[terms.size()];
    for (int i = 0; i < terms.size(); i++) {
      from[i] = Math.max(terms.get(i).acceptedAt(), i == 0 ? Long.MIN_VALUE : from[i - 1]);
    }
    long next = RequestSpans.NEVER;
    for (int i = terms.size() - 1; i >= 0; i--) {
      next = Math.min(next, answered(i));
      certain[i] = next;
    }
  }

  /** When its command was answered; an answer from before it had come was to another try. */
  private long answered(int i) {
    ControlTerm term = terms.get(i);
    return spans
        .around(term.request(), term.acceptedAt())
        .map(Span::to)
        .filter(answered -> answered >= from[i])
        .orElse(RequestSpans.NEVER);
  }

  /** Fails when nothing that was in force makes the fact what it is. */
  void require(GenericRecord fact) {
    String event = text(fact, "event_id");
    GenericRecord envelope = (GenericRecord) Objects.requireNonNull(fact.get("envelope"));
    long acceptedAt = (Long) Objects.requireNonNull(envelope.get("accepted_at"));
    Span span =
        spans
            .around(event, acceptedAt)
            .orElseThrow(() -> new AssertionError("nobody sent " + event + " at " + acceptedAt));
    String admission = text(fact, "admission");
    String tenant = Optional.ofNullable(fact.get("tenant_id")).map(Object::toString).orElse("");
    String stamped = (tenant.isEmpty() ? "nobody" : tenant) + " " + admission;
    long since = span.from() - (admission.equals("ADMITTED") ? LAG_OF_ADMISSIONS : 0);
    Set<String> due = due(channel(fact), since, span.to());
    assertThat(due).as("%s accepted at %d, sent in %s", event, acceptedAt, span).contains(stamped);
    tally.merge(due.size() == 1 ? "certain" : "while it changed", 1, Integer::sum);
    tally.merge(admission, 1, Integer::sum);
  }

  /** How many were of which kind, and of how many one answer alone was right. */
  Map<String, Integer> tally() {
    return tally;
  }

  /**
   * Every answer that may be right in that time. The logs of tenants and of channels are read apart
   * from each other, so each owner is taken with all that its tenant was in that time.
   */
  private Set<String> due(String channel, long since, long until) {
    Set<String> due = new TreeSet<>();
    List<ControlTerm> inForce =
        IntStream.range(0, terms.size())
            .filter(i -> mayBeInForce(i, since, until))
            .mapToObj(terms::get)
            .toList();
    for (ControlTerm term : inForce) {
      String owner = term.owners().get(channel);
      if (owner == null) {
        due.add(NOBODYS);
      } else {
        inForce.stream()
            .filter(other -> other.tenants().containsKey(owner))
            .map(other -> ControlTerm.idOf(owner) + " " + other.admission(owner, channel))
            .forEach(due::add);
      }
    }
    return due;
  }

  private boolean mayBeInForce(int i, long since, long until) {
    return from[i] <= until && (i + 1 == terms.size() || since <= certain[i + 1]);
  }

  private static String channel(GenericRecord fact) {
    return String.join("#", "CHANNEL", text(fact, "channel_type"), text(fact, "channel_id"));
  }
}

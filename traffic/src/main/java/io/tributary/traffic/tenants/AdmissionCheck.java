package io.tributary.traffic.tenants;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.tenants.ControlTerm.TenantRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Owner and admission that are stamped on webhooks: they must have been in force while the request
 * was under way, an admission at most two seconds before. Requests are known by their ids and times
 * by the sender's clock alone; what no delivery tells of may have been at any time.
 */
final class AdmissionCheck {

  private static final long LAG_OF_ADMISSIONS = 2_000;
  private static final String UNOWNED = "no tenant NO_TENANT_MAPPING";

  private final List<ControlTerm> terms;
  private final Map<String, Span> spans = new HashMap<>();

  /**
   * Earliest time at which a term may have been in force: its command, and all before, were sent.
   */
  private final long[] from;

  /** Time from which it was in force everywhere: its command, or one behind, was answered. */
  private final long[] certain;

  private final List<String> violations = new ArrayList<>();
  private final Map<String, Integer> tally = new TreeMap<>();

  /** Time of a request, epoch milliseconds; without an answer it has no end. */
  private record Span(long from, long to) {}

  /** Facts of one event of one request, of which several attempts may have been appended. */
  private record Attempts(String requestId, String eventId) {}

  AdmissionCheck(List<ControlTerm> terms, Collection<Delivery> deliveries) {
    this.terms = terms;
    this.from = new long[terms.size()];
    this.certain = new long[terms.size()];
    for (Delivery delivery : deliveries) {
      boolean answered = delivery.acknowledged() || delivery.refused();
      Span span =
          new Span(
              delivery.firstSent().toEpochMilli(),
              answered ? delivery.settled().toEpochMilli() + 1 : Long.MAX_VALUE);
      spans.put(RequestFactory.id(delivery.request()), span);
    }
    spans.remove("");
    Set<String> answered = new HashSet<>();
    for (int i = 0; i < terms.size(); i++) {
      Span span = spans.get(terms.get(i).requestId());
      long before = i == 0 ? Long.MIN_VALUE : from[i - 1];
      from[i] = span == null ? before : Math.max(before, span.from());
      // one of a request's commands was answered, and none before the first
      certain[i] =
          span != null && answered.add(terms.get(i).requestId()) ? span.to() : Long.MAX_VALUE;
    }
    for (int i = terms.size() - 2; i >= 0; i--) {
      certain[i] = Math.min(certain[i], certain[i + 1]);
    }
  }

  /** Checks the stamps of all webhooks. */
  AdmissionCheck check(List<ChannelEvent> facts) {
    Map<Attempts, Map<String, ChannelEvent>> attempts = new LinkedHashMap<>();
    for (ChannelEvent fact : facts) {
      if (fact.getAdmission() != Admission.MALFORMED) {
        String requestId = fact.getEnvelope().getRequestId();
        if (spans.containsKey(requestId)) {
          attempts
              .computeIfAbsent(
                  new Attempts(requestId, fact.getEventId()), any -> new LinkedHashMap<>())
              .put(fact.getEnvelope().getFactId(), fact);
        }
      }
    }
    attempts.forEach((id, of) -> check(id, of.values()));
    return this;
  }

  /** One attempt was decided before the answer; the others may have been by a late gateway. */
  private void check(Attempts id, Collection<ChannelEvent> facts) {
    Span span = spans.getOrDefault(id.requestId(), new Span(Long.MIN_VALUE, Long.MAX_VALUE));
    boolean inTime = false;
    for (ChannelEvent fact : facts) {
      Set<String> due = due(fact, span.from(), span.to());
      inTime |= due.contains(stamp(fact));
      Set<String> late = facts.size() == 1 ? due : due(fact, span.from(), Long.MAX_VALUE);
      tally.merge(late.size() == 1 ? "certain" : "while it changed", 1, Integer::sum);
      tally.merge(fact.getAdmission().name(), 1, Integer::sum);
      if (!late.contains(stamp(fact))) {
        violations.add(
            id.eventId() + " of " + id.requestId() + ": stamped " + stamp(fact) + ", due " + late);
        return;
      }
    }
    if (!inTime) {
      violations.add(id.eventId() + " of " + id.requestId() + ": no stamp was true in its time");
    }
  }

  private static String stamp(ChannelEvent fact) {
    return Optional.ofNullable(fact.getTenantId()).orElse("no tenant") + ' ' + fact.getAdmission();
  }

  /**
   * Every stamp that may be right in that time. The logs of tenants, users and channels are read
   * apart from each other, so each owner is taken with all that its tenant was in that time.
   */
  private Set<String> due(ChannelEvent fact, long since, long until) {
    long begin = fact.getAdmission() == Admission.ADMITTED ? since - LAG_OF_ADMISSIONS : since;
    int first = first(begin);
    List<ControlTerm> inForce = terms.subList(first, Math.max(first, last(until)) + 1);
    String channel = fact.getChannelType() + '#' + fact.getChannelId();
    Set<String> due = new TreeSet<>();
    Set<String> owners = new TreeSet<>();
    for (ControlTerm term : inForce) {
      String owner = term.owners().get(channel);
      if (owner == null) {
        due.add(UNOWNED);
      } else {
        owners.add(owner);
      }
    }
    for (String owner : owners) {
      addAdmissions(due, owner, fact, inForce);
    }
    return due;
  }

  private static void addAdmissions(
      Set<String> due, String owner, ChannelEvent fact, List<ControlTerm> inForce) {
    String digits = ControlTerm.digits(sender(fact));
    Set<Boolean> fromUser = new HashSet<>();
    Set<TenantRules> rules = new HashSet<>();
    for (ControlTerm term : inForce) {
      fromUser.add(term.numbers().getOrDefault(owner, Set.of()).contains(digits));
      Optional.ofNullable(term.rules().get(owner)).ifPresent(rules::add);
    }
    for (TenantRules each : rules) {
      for (boolean isUser : fromUser) {
        due.add(owner + ' ' + each.admission(fact.getChannelType(), isUser));
      }
    }
  }

  /** The first term whose successor may not have been in force everywhere at that time. */
  private int first(long time) {
    int low = 0;
    int high = terms.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time <= certain[middle + 1]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The last term that may have been in force somewhere by that time. */
  private int last(long time) {
    int low = 0;
    int high = terms.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (from[middle] <= time) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Number of the sender; WhatsApp's conversations end with it, or begin with it before an @. */
  private static String sender(ChannelEvent fact) {
    String conversation = fact.getConversationId();
    return conversation.substring(conversation.lastIndexOf('-') + 1);
  }

  /** Stamps that were not in force, a line each. */
  List<String> violations() {
    return violations;
  }

  /** Counts of stamps by their admission, and of those of which one alone was right. */
  Map<String, Integer> tally() {
    return tally;
  }
}

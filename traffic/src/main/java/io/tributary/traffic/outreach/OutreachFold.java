package io.tributary.traffic.outreach;

import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.avro.Typed;
import io.tributary.traffic.check.Acceptance;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Tally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All facts of the family, folded in the order of their log. */
final class OutreachFold {

  static final String EVENTS = "outreach.events";

  private final Map<String, RecipientFold> recipients = new TreeMap<>();
  private final DeadLetters letters = new DeadLetters();
  private final Tally tally = new Tally();
  private final Acceptance<String> acceptance = new Acceptance<>();
  private long newest = Long.MIN_VALUE;

  private OutreachFold() {}

  /** Folds the facts of the log. */
  static OutreachFold of(Contents contents) {
    OutreachFold fold = new OutreachFold();
    contents.topic(EVENTS).forEach(fold::apply);
    return fold;
  }

  private void apply(LogRecord record) {
    Optional<OutreachEvent> fact = Typed.decode(record, OutreachEvent.class);
    if (fact.isEmpty()) {
      letters.expect(record, "UNDECODABLE");
    } else if (!record.key().equals(fact.get().getRecipient())) {
      letters.expect(record, "INVALID_KEY");
    } else {
      apply(record, fact.get());
    }
  }

  private void apply(LogRecord record, OutreachEvent fact) {
    acceptance.add(fact.getEnvelope().getRequestId(), OutreachFacts.asked(fact));
    newest = Math.max(newest, fact.getEnvelope().getAcceptedAt());
    recipients
        .computeIfAbsent(record.key(), any -> new RecipientFold(letters, tally))
        .apply(record, fact);
  }

  /** Everything of a recipient, by recipient. */
  Map<String, RecipientFold> recipients() {
    return recipients;
  }

  /** Changes of records by key, in order, without rev. */
  Map<String, List<OutreachConversation>> records() {
    Map<String, List<OutreachConversation>> records = new HashMap<>();
    recipients.forEach(
        (recipient, fold) ->
            fold.records().forEach((id, of) -> records.put(recipient + '#' + id, of)));
    return records;
  }

  DeadLetters letters() {
    return letters;
  }

  Tally tally() {
    return tally;
  }

  Acceptance<String> acceptance() {
    return acceptance;
  }

  /** The newest accepted_at, epoch seconds. */
  long newest() {
    return Math.floorDiv(newest, 1000L);
  }
}

package io.tributary.traffic.outreach;

import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.schemas.topic.Family;
import io.tributary.traffic.Contents;
import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Model;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.avro.PlainRecord;
import io.tributary.traffic.avro.SingleObject;
import io.tributary.traffic.check.Items;
import io.tributary.traffic.check.Records;
import io.tributary.traffic.check.Violations;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;

/** The outreach family. */
public final class OutreachModel implements Model {

  private static final String TABLE = "conversations-dev";
  private static final String CONVERSATIONS = "outreach.conversations";
  private static final String REPLIES = "outreach.replies";

  /** Fields of replies that the provider alone tells. */
  private static final List<String> TOLD =
      List.of("sender_name", "attachments", "answered_id", "sent_at", "metadata");

  @Override
  public Family family() {
    return Family.OUTREACH;
  }

  @Override
  public Traffic traffic(long seed, String run, Credentials credentials, InstantSource clock) {
    return new OutreachTraffic(seed, run, credentials, clock);
  }

  @Override
  public Map<String, Map<List<Object>, Map<String, Object>>> items(Contents contents) {
    return Map.of(TABLE, items(OutreachFold.of(contents), Long.MIN_VALUE));
  }

  /** Conversations that live longer than that, epoch seconds. */
  private static Map<List<Object>, Map<String, Object>> items(OutreachFold fold, long end) {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    for (List<OutreachConversation> records : fold.records().values()) {
      OutreachConversation newest = records.get(records.size() - 1);
      if (newest.getTtl() == null || newest.getTtl() > end) {
        items.put(
            List.of(newest.getPrimaryChannel(), newest.getConversationId()),
            OutreachItem.of(newest));
      }
    }
    return items;
  }

  @Override
  public List<String> violations(Contents contents, Collection<Delivery> deliveries) {
    Violations violations = new Violations();
    OutreachFold fold = OutreachFold.of(contents);
    checkConversations(fold, contents, violations);
    checkReplies(fold, contents, violations);
    fold.letters().check(contents, Family.OUTREACH, violations);
    fold.acceptance().check(deliveries, OutreachFacts::asked, violations);
    return violations.lines();
  }

  private static void checkConversations(
      OutreachFold fold, Contents contents, Violations violations) {
    Map<String, List<Map<String, Object>>> expected = new HashMap<>();
    fold.records()
        .forEach((key, of) -> expected.put(key, of.stream().map(PlainRecord::of).toList()));
    Records<Map<String, Object>> found =
        Records.read(contents, CONVERSATIONS, "OutreachConversation", PlainRecord::of, violations);
    violations.compare(CONVERSATIONS, expected, found.states());
    found.requireDeadEnds(
        CONVERSATIONS,
        state -> state.get("ttl") instanceof Long end && end <= fold.newest(),
        violations);
    Items items = Items.read(contents, TABLE);
    violations.compare(
        TABLE, items(fold, fold.newest()), items(fold, Long.MIN_VALUE), items.items());
    items.checkRevs(TABLE, found.revs(), violations);
  }

  /** Each reply once, those of a recipient in their order. */
  private static void checkReplies(OutreachFold fold, Contents contents, Violations violations) {
    Map<String, List<Map<String, Object>>> expected = new HashMap<>();
    fold.recipients()
        .forEach(
            (recipient, of) -> {
              if (!of.replies().isEmpty()) {
                expected.put(recipient, of.replies().stream().map(OutreachModel::plain).toList());
              }
            });
    Map<String, List<Map<String, Object>>> found = new HashMap<>();
    for (LogRecord record : contents.topic(REPLIES)) {
      Optional<GenericRecord> reply = SingleObject.decode(record, "OutreachReply");
      if (reply.isEmpty()) {
        violations.add(record.place() + " is no OutreachReply");
        continue;
      }
      Map<String, Object> plain = plain(reply.get());
      found.computeIfAbsent("" + plain.get("primary_channel"), any -> new ArrayList<>()).add(plain);
      String key =
          plain.get("primary_channel")
              + "#"
              + plain.get("conversation_id")
              + "#"
              + plain.get("message_id");
      if (!record.key().equals(key)) {
        violations.add(record.place() + " has key " + record.key() + " instead of " + key);
      }
    }
    violations.compare(REPLIES, expected, found);
  }

  private static Map<String, Object> plain(GenericRecord reply) {
    Map<String, Object> plain = PlainRecord.of(reply);
    TOLD.forEach(plain::remove);
    return plain;
  }

  @Override
  public Map<String, Integer> tally(Contents contents) {
    return OutreachFold.of(contents).tally().counts();
  }
}

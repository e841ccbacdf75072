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
    return Map.of(TABLE, items(OutreachFold.of(contents)));
  }

  private static Map<List<Object>, Map<String, Object>> items(OutreachFold fold) {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    for (List<OutreachConversation> records : fold.records().values()) {
      OutreachConversation newest = records.get(records.size() - 1);
      items.put(
          List.of(newest.getPrimaryChannel(), newest.getConversationId()), OutreachItem.of(newest));
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
        .forEach((key, of) -> expected.put(key, of.stream().map(PlainRecord::withoutRev).toList()));
    Records<Map<String, Object>> found =
        Records.read(
            contents, CONVERSATIONS, "OutreachConversation", PlainRecord::withoutRev, violations);
    violations.compare(CONVERSATIONS, expected, found.states());
    long now = contents.readAt().getEpochSecond();
    found.requireDeadEnds(
        CONVERSATIONS, state -> state.get("ttl") instanceof Long ttl && ttl <= now, violations);
    Map<List<Object>, Long> revs = new HashMap<>();
    found
        .revs()
        .forEach(
            (key, rev) -> {
              int at = key.indexOf('#');
              revs.put(List.of(key.substring(0, at), key.substring(at + 1)), rev);
            });
    Items items = Items.read(contents, TABLE);
    items.compare(items(fold), "ttl", contents, violations);
    items.compareRevs(revs, violations);
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

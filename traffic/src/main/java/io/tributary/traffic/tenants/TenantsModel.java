package io.tributary.traffic.tenants;

import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.avro.tenants.InboundMessage;
import io.tributary.schemas.topic.Family;
import io.tributary.traffic.Contents;
import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Model;
import io.tributary.traffic.Plain;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.avro.PlainRecord;
import io.tributary.traffic.avro.Typed;
import io.tributary.traffic.check.Items;
import io.tributary.traffic.check.Records;
import io.tributary.traffic.check.Violations;
import io.tributary.traffic.json.JsonText;
import io.tributary.traffic.tenants.WebhookFold.Message;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** The tenants family. */
public final class TenantsModel implements Model {

  private static final String TENANTS = "tenants";
  private static final String CONVERSATIONS = "conversations";
  private static final String CONVERSATION_RECORDS = "tenants.conversations";
  private static final String MESSAGES = "tenants.messages";
  private static final String OUTCOMES = "tenants.outcomes";

  @Override
  public Family family() {
    return Family.TENANTS;
  }

  @Override
  public Traffic traffic(long seed, String run, Credentials credentials, InstantSource clock) {
    return new TenantsTraffic(seed, run, credentials, clock);
  }

  @Override
  public Map<String, Map<List<Object>, Map<String, Object>>> items(Contents contents) {
    TenantsFold fold = TenantsFold.of(contents);
    return Map.of(TENANTS, fold.control().items(), CONVERSATIONS, items(fold, Long.MIN_VALUE));
  }

  /** Conversations that live longer than that, epoch seconds. */
  private static Map<List<Object>, Map<String, Object>> items(TenantsFold fold, long ttl) {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    for (ConversationFold conversation : fold.conversations().values()) {
      List<Conversation> records = conversation.records();
      if (!records.isEmpty()) {
        Conversation newest = records.get(records.size() - 1);
        if (newest.getClearedAt() == null && newest.getTtl() > ttl) {
          items.put(List.of(newest.getTenantId(), newest.getConversationId()), item(newest));
        }
      }
    }
    return items;
  }

  private static Map<String, Object> item(Conversation conversation) {
    List<String> entries = new ArrayList<>();
    for (ConversationEntry entry : conversation.getEntries()) {
      String role = entry.getRole().name().toLowerCase(Locale.ROOT);
      entries.add(new JsonText().text("role", role).text("content", entry.getContent()).toString());
    }
    Map<String, Object> item = new TreeMap<>();
    item.put("pk", conversation.getTenantId());
    item.put("sk", conversation.getConversationId());
    item.put("messages", JsonText.array(entries));
    item.put("updated_at", Instant.ofEpochSecond(conversation.getUpdatedAt()).toString());
    item.put("ttl", Plain.number(conversation.getTtl()));
    return item;
  }

  @Override
  public List<String> violations(Contents contents, Collection<Delivery> deliveries) {
    Violations violations = new Violations();
    TenantsFold fold = TenantsFold.of(contents);
    checkDirectories(fold, contents, violations);
    checkConversations(fold, contents, violations);
    checkOutcomes(fold, contents, violations);
    violations.compare(
        MESSAGES,
        fold.webhooks().lines(Message::forAssistants),
        messages(fold, contents, violations));
    violations.compare(
        TenantsFold.EVENTS, fold.webhooks().lines(Message::inConversation), fold.received());
    fold.letters().check(contents, Family.TENANTS, violations);
    fold.acceptance().check(deliveries, TenantsFacts::asked, violations);
    deliveries.forEach(delivery -> AnswerCheck.check(delivery, fold.control(), violations));
    new AdmissionCheck(fold.control().terms(), deliveries)
        .check(fold.channelEvents())
        .violations()
        .forEach(violations::add);
    return violations.lines();
  }

  private static void checkDirectories(TenantsFold fold, Contents contents, Violations violations) {
    Map<String, Long> revs = new HashMap<>();
    Map.of(
            ControlFold.TENANTS, "Tenant",
            ControlFold.USERS, "TenantUser",
            ControlFold.CHANNELS, "ChannelMapping")
        .forEach(
            (topic, type) -> {
              Records<Map<String, Object>> found =
                  Records.read(contents, topic, type, PlainRecord::of, violations);
              violations.compare(topic, plain(fold.control().records(topic)), found.states());
              found.requireDeadEnds(topic, state -> state.containsKey("removed_at"), violations);
              revs.putAll(found.revs());
            });
    Items items = Items.read(contents, TENANTS);
    violations.compare(TENANTS, fold.control().items(), items.items());
    items.checkRevs(TENANTS, revs, violations);
  }

  private static void checkConversations(
      TenantsFold fold, Contents contents, Violations violations) {
    Map<String, List<Conversation>> expected = new HashMap<>();
    fold.conversations()
        .forEach(
            (key, conversation) -> {
              if (!conversation.records().isEmpty()) {
                expected.put(key, conversation.records());
              }
            });
    Records<Map<String, Object>> found =
        Records.read(contents, CONVERSATION_RECORDS, "Conversation", PlainRecord::of, violations);
    violations.compare(CONVERSATION_RECORDS, plain(expected), found.states());
    found.requireDeadEnds(
        CONVERSATION_RECORDS,
        state -> state.containsKey("cleared_at") || isPast(state.get("ttl"), fold.newest()),
        violations);
    Items items = Items.read(contents, CONVERSATIONS);
    violations.compare(
        CONVERSATIONS, items(fold, fold.newest()), items(fold, Long.MIN_VALUE), items.items());
    items.checkRevs(CONVERSATIONS, found.revs(), violations);
  }

  private static boolean isPast(@Nullable Object ttl, long now) {
    return ttl instanceof Long end && end <= now;
  }

  private static <V extends SpecificRecordBase> Map<String, List<Map<String, Object>>> plain(
      Map<String, List<V>> records) {
    Map<String, List<Map<String, Object>>> plain = new HashMap<>();
    records.forEach((key, of) -> plain.put(key, of.stream().map(PlainRecord::of).toList()));
    return plain;
  }

  private static void checkOutcomes(TenantsFold fold, Contents contents, Violations violations) {
    Map<String, List<String>> found = new HashMap<>();
    for (LogRecord record : contents.topic(OUTCOMES)) {
      Typed.decode(record, CommandOutcome.class)
          .ifPresentOrElse(
              outcome ->
                  found
                      .computeIfAbsent(outcome.getCommandId(), any -> new ArrayList<>())
                      .add(
                          outcome.getDecision() == CommandDecision.REJECTED
                              ? String.valueOf(outcome.getCode())
                              : outcome.getDecision().name()),
              () -> violations.add(record.place() + " is no CommandOutcome"));
    }
    violations.compare(OUTCOMES, fold.control().outcomes(), found);
  }

  /** Messages for assistants by line, each as the fold would have it. */
  private static Map<String, List<String>> messages(
      TenantsFold fold, Contents contents, Violations violations) {
    Map<String, List<String>> found = new HashMap<>();
    for (LogRecord record : contents.topic(MESSAGES)) {
      Typed.decode(record, InboundMessage.class)
          .ifPresentOrElse(
              message ->
                  found
                      .computeIfAbsent(
                          fold.webhooks().lineOf(record.key()), any -> new ArrayList<>())
                      .add(shown(record.key(), message)),
              () -> violations.add(record.place() + " is no InboundMessage"));
    }
    return found;
  }

  private static String shown(String key, InboundMessage message) {
    return Message.forAssistants(
        key,
        message.getProvider(),
        message.getAccount(),
        message.getChannelType() + '#' + message.getChannelId(),
        Long.toString(message.getAcceptedAt()),
        message.getText());
  }

  @Override
  public Map<String, Integer> tally(Contents contents) {
    return TenantsFold.of(contents).tally().counts();
  }

  /**
   * Counts of webhooks by the admission that was stamped on them, and of those of which one stamp
   * alone was right (certain) or several (while it changed).
   */
  public Map<String, Integer> admissions(Contents contents, Collection<Delivery> deliveries) {
    TenantsFold fold = TenantsFold.of(contents);
    return new AdmissionCheck(fold.control().terms(), deliveries)
        .check(fold.channelEvents())
        .tally();
  }
}

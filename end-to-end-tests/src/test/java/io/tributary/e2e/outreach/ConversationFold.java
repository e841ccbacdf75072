package io.tributary.e2e.outreach;

import static io.tributary.harness.store.Fields.flag;
import static io.tributary.harness.store.Fields.inner;
import static io.tributary.harness.store.Fields.lower;
import static io.tributary.harness.store.Fields.maybe;
import static io.tributary.harness.store.Fields.number;
import static io.tributary.harness.store.Fields.text;
import static io.tributary.harness.store.Fields.texts;

import io.tributary.harness.store.Fields;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.PlainItem.Null;
import io.tributary.harness.store.PlainJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;

/** One conversation, by the documents alone; of messages that an item has room for. */
final class ConversationFold {

  private static final List<String> TEXTS =
      List.of(
          "company_id",
          "project_id",
          "request_id",
          "recipient_tel",
          "recipient_email",
          "initial_request_timestamp",
          "recipient_first_name",
          "recipient_last_name",
          "company_name",
          "project_name",
          "project_status");
  private static final List<String> MAPS =
      List.of("company_rep", "channel_config", "ai_config", "project_data");
  private static final List<String> LISTS =
      List.of(
          "allowed_channels",
          "auto_queue_initial_message_from_number",
          "auto_queue_initial_message_from_email",
          "auto_queue_reply_message_from_number",
          "auto_queue_reply_message_from_email");
  private static final List<String> NUMBERS =
      List.of("ai_prompt_tokens", "ai_completion_tokens", "ai_total_tokens", "processing_time_ms");

  private static final Map<String, String> SENDERS =
      Map.of(
          "whatsapp", "gsi_company_whatsapp_number",
          "sms", "gsi_company_sms_number",
          "email", "gsi_company_email");

  private final GenericRecord request;
  private final String recipient;
  private final String id;
  private final long createdAt;
  private final Map<String, Object> told = new TreeMap<>();
  private final List<Object> messages = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private String status = "processing";
  private long updatedAt;

  ConversationFold(GenericRecord fact) {
    request = inner(fact, "event");
    recipient = text(fact, "recipient");
    id = idOf(recipient, request);
    createdAt = Fields.acceptedAt(fact);
    String version = text(inner(fact, "envelope"), "producer_version");
    told.put("router_version", version);
    told.put("processor_version", version);
    told.put("task_complete", PlainItem.number(0));
    told.put("function_call", false);
    told.put("function_call_type", Null.NULL);
    told.put("hand_off_to_human", false);
    told.put("hand_off_to_human_reason", Null.NULL);
    told.put("thread_id", Null.NULL);
    told.put("email_id", Null.NULL);
    updatedAt = createdAt;
    change(createdAt);
  }

  static String idOf(String recipient, GenericRecord request) {
    return String.join(
        "#",
        text(request, "company_id"),
        text(request, "project_id"),
        text(request, "request_id"),
        recipient.startsWith("+") ? recipient.substring(1) : recipient);
  }

  String id() {
    return id;
  }

  long createdAt() {
    return createdAt;
  }

  /** Who it is held with, on which channel and from where; nothing finds one without a sender. */
  String correspondence() {
    return channel() + " " + maybe(request, "company_sender").orElse("-");
  }

  private String channel() {
    return lower(request, "channel_method");
  }

  /** Applies an update; false, with nothing changed, when its status does not allow it. */
  boolean update(long acceptedAt, GenericRecord update) {
    if (!isAllowed(update.getSchema().getName())) {
      return false;
    }
    switch (update.getSchema().getName()) {
      case "InitialMessageSent" -> {
        status = "initial_message_sent";
        told.put("task_complete", PlainItem.number(1));
        maybe(update, "thread_id").ifPresent(thread -> told.put("thread_id", thread));
        maybe(update, "email_id").ifPresent(mail -> told.put("email_id", mail));
        number(update, "processing_time_ms")
            .ifPresent(time -> told.put("processing_time_ms", PlainItem.number(time)));
        say(acceptedAt, update);
      }
      case "SendingFailed" -> status = "failed";
      case "ReplySent" -> {
        status = "reply_sent";
        say(acceptedAt, update);
      }
      case "HandOff" -> {
        told.put("hand_off_to_human", true);
        told.put(
            "hand_off_to_human_reason",
            maybe(update, "reason").map(Object.class::cast).orElse(Null.NULL));
      }
      case "FunctionCall" -> {
        told.put("function_call", true);
        told.put("function_call_type", text(update, "type"));
      }
      default -> {
        status = "completed";
        told.put("task_complete", PlainItem.number(1));
      }
    }
    change(acceptedAt);
    return true;
  }

  private boolean isAllowed(String update) {
    return switch (update) {
      case "InitialMessageSent", "SendingFailed" -> status.equals("processing");
      case "ReplySent" -> status.equals("processing_reply");
      case "HandOff", "FunctionCall" -> true;
      case "Completion" -> !status.equals("failed");
      default -> throw new AssertionError("unknown update " + update);
    };
  }

  private void say(long acceptedAt, GenericRecord update) {
    if (update.get("message") == null) {
      return;
    }
    GenericRecord message = inner(update, "message");
    Map<String, Object> entry =
        entry(acceptedAt, text(message, "message_id"), "assistant", text(message, "content"));
    NUMBERS.forEach(
        name -> number(message, name).ifPresent(value -> entry.put(name, PlainItem.number(value))));
    messages.add(entry);
  }

  private static Map<String, Object> entry(
      long acceptedAt, String messageId, String role, String content) {
    Map<String, Object> entry = new TreeMap<>();
    entry.put("entry_id", EntryId.of(messageId));
    entry.put("message_timestamp", Moments.of(acceptedAt));
    entry.put("role", role);
    entry.put("content", content);
    return entry;
  }

  /** Appends what the recipient says, and gives the record that tells of it. */
  Map<String, Object> reply(long acceptedAt, GenericRecord reply) {
    String content = RawReplies.textOf(reply);
    String event = text(reply, "event_id");
    messages.add(entry(acceptedAt, event, "user", content));
    if (Set.of("initial_message_sent", "reply_sent").contains(status)) {
      status = "processing_reply";
    }
    change(acceptedAt);
    Map<String, Object> record = new TreeMap<>();
    for (String name : List.of("company_id", "project_id", "request_id")) {
      record.put(name, text(request, name));
    }
    record.put("primary_channel", recipient);
    record.put("conversation_id", id);
    record.put("message_id", event);
    record.put("entry_id", EntryId.of(event));
    record.put("route", isForHumans() ? "human" : "assistant");
    record.put("channel_method", channel());
    record.put("company_sender", text(reply, "channel_id"));
    record.put("provider", text(reply, "provider"));
    record.put("account", text(reply, "account"));
    record.put("text", content);
    record.put("conversation_status", status);
    record.put("hand_off_to_human", told.get("hand_off_to_human"));
    record.put("thread_id", told.get("thread_id"));
    record.put("accepted_at", acceptedAt);
    return record;
  }

  private boolean isForHumans() {
    String list =
        "auto_queue_reply_message_from_" + (channel().equals("email") ? "email" : "number");
    return flag(request, "auto_queue_reply_message")
        && texts(request, list)
            .filter(members -> !members.isEmpty())
            .map(members -> members.stream().anyMatch(member -> isRecipient(member.toString())))
            .orElse(true);
  }

  private boolean isRecipient(String member) {
    return member.toLowerCase(Locale.ROOT).replaceFirst("^whatsapp:", "").equals(recipient);
  }

  private void change(long acceptedAt) {
    updatedAt = Math.max(updatedAt, acceptedAt);
    lines.add(line(status, messages.size(), updatedAt));
  }

  /** What each change left, in short, in their order. */
  List<String> lines() {
    return lines;
  }

  static String line(String status, int messages, long updatedAt) {
    return status + " messages=" + messages + " updated_at=" + updatedAt;
  }

  /** The item, plain and without rev. */
  Map<String, Object> item() {
    Map<String, Object> item = new TreeMap<>(told);
    TEXTS.forEach(name -> maybe(request, name).ifPresent(value -> item.put(name, value)));
    MAPS.forEach(
        name -> maybe(request, name).ifPresent(json -> item.put(name, PlainJson.object(json))));
    LISTS.forEach(name -> texts(request, name).ifPresent(list -> item.put(name, list)));
    for (String name : List.of("auto_queue_initial_message", "auto_queue_reply_message")) {
      if (request.get(name) != null) {
        item.put(name, flag(request, name));
      }
    }
    item.put("primary_channel", recipient);
    item.put("conversation_id", id);
    item.put("channel_method", channel());
    item.put("conversation_status", status);
    item.put("comms_consent", flag(request, "comms_consent"));
    item.put("messages", List.copyOf(messages));
    item.put("created_at", Moments.of(createdAt));
    item.put("updated_at", Moments.of(updatedAt));
    maybe(request, "recipient_tel").ifPresent(tel -> item.put("gsi_recipient_tel", tel));
    maybe(request, "recipient_email").ifPresent(mail -> item.put("gsi_recipient_email", mail));
    maybe(request, "company_sender")
        .ifPresent(sender -> item.put(SENDERS.getOrDefault(channel(), "none"), sender));
    number(request, "life")
        .ifPresent(
            life -> item.put("ttl", PlainItem.number(Math.floorDiv(updatedAt, 1000L) + life)));
    return item;
  }
}

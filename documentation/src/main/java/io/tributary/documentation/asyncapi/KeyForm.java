package io.tributary.documentation.asyncapi;

import io.tributary.cli.topics.TopicWords;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;

/**
 * The form of a topic's keys.
 *
 * @param form its parts, as {@code {name}}
 * @param example a key that the topic's codec takes
 */
public record KeyForm(String form, String example) {

  private static final String DEVICE = "24:6F:28:AE:52:7C";
  private static final String CONVERSATION = "acme#tg--1001234567890";
  private static final String INBOX = "t#acmeU#u-42#news";
  private static final String RECIPIENT = "+15550100042";
  private static final String THREAD = "acme#eu#u-42#th-7";
  private static final String COMMAND = "6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01";

  /** The form of a topic's keys. */
  public static KeyForm of(Topic<?, ?> topic) {
    KeyForm form = formOf(topic);
    return RecordedSamples.of(topic)
        .map(record -> new KeyForm(form.form(), record.path("key").asText()))
        .orElse(form);
  }

  /** Of record topics alone, whose recorded sample has the example. */
  private static KeyForm recorded(String form) {
    return new KeyForm(form, "");
  }

  private static KeyForm formOf(Topic<?, ?> topic) {
    if (topic.name().equals("inbox.publish-commands")) {
      return new KeyForm("{tenant_key}#{inbox_key}#{Idempotency-Key}", "acme#news#publish-2026-11");
    }
    return switch (new TopicWords(topic).key()) {
      case "hardware_id" -> new KeyForm("{hardware_id}", DEVICE);
      case "ReadingKey" -> recorded("{hardware_id}/{timestamp_ms:013}#{batch_id}");
      case "key_id" -> new KeyForm("{key_id}", COMMAND);
      case "letter" -> new KeyForm("{family}/{partition}/{offset}", "devices/3/17");
      case "recipient" -> new KeyForm("{recipient}", RECIPIENT);
      case "WaitKey" ->
          new KeyForm("{key of the fact}#{offset:019}", THREAD + "#0000000000000000042");
      case "ShardKey" ->
          new KeyForm(
              "{stream ARN}#{shard id}",
              "arn:aws:dynamodb:eu-central-1:000000000000:table/inbox/stream/2026-11-01T00:00:00.000"
                  + "#shardId-00000001795219200000-f00dcafe");
      case "key" -> ofAnyText(topic);
      default -> ofItem(new TopicWords(topic).key());
    };
  }

  private static KeyForm ofItem(String key) {
    return switch (key) {
      case "ThreadKey" -> new KeyForm("{org_id}[#{tenant_id}]#{user_id}#{thread_id}", THREAD);
      case "MessageKey" ->
          recorded(
              "{org_id}[#{tenant_id}]#{user_id}#{thread_id}#(MSG|LLM)#{timestamp:019}#{message_id}");
      case "InboxKey" -> new KeyForm("t#{tenant_key}(U|G)#{uid}#{inbox_key}", INBOX);
      case "InboxMessageKey" -> recorded("t#{tenant_key}(U|G)#{uid}#{inbox_key}#m#{id}");
      case "InboxStatsKey" -> recorded("t#{tenant_key}(U|G)#{uid}#{inbox_key}#c#({category}|*)");
      case "InboxPublishKey" ->
          new KeyForm("{tenant_key}#{inbox_key}#{id}", "acme#news#01KAVXQ2Z00000001");
      case "InboxSettingsKey" ->
          new KeyForm("t#{tenant_key}#(st#tenant_settings|si#{inbox_key})", "t#acme#si#news");
      case "TenantKey" -> recorded("TENANT#{tenant_id}#META");
      case "TenantUserKey" -> recorded("TENANT#{tenant_id}#USER#{user_id}");
      default -> ofConversation(key);
    };
  }

  private static KeyForm ofConversation(String key) {
    return switch (key) {
      case "ChannelMappingKey" -> recorded("TENANT#{tenant_id}#CHANNEL#{type}#{id}");
      case "ChannelConversationKey" ->
          new KeyForm(
              "CHANNEL#{type}#{id}#{conversation_id}", "CHANNEL#telegram#4f2a9c#tg--1001234567890");
      case "ConversationKey" -> new KeyForm("{tenant_id}#{conversation_id}", CONVERSATION);
      case "InboundMessageKey" -> recorded("{tenant_id}#{conversation_id}#{message_id}");
      case "OutreachKey" ->
          recorded("{primary_channel}#{company_id}#{project_id}#{request_id}#{recipient}");
      case "OutreachReplyKey" ->
          recorded(
              "{primary_channel}#{company_id}#{project_id}#{request_id}#{recipient}#{message_id}");
      default -> throw new IllegalStateException("say what keys of the kind " + key + " look like");
    };
  }

  private static KeyForm ofAnyText(Topic<?, ?> topic) {
    return switch (topic.kind()) {
      case META -> new KeyForm("{setting}", "api.key.pepper");
      case GENERATIONS -> new KeyForm("{generation}", "2");
      case DEAD_LETTERS, REDRIVES -> new KeyForm("the key of the record that failed", DEVICE);
      case OUTCOMES -> new KeyForm("the key of the command", "TENANT#acme#META");
      case FACTS ->
          new KeyForm(
              "TENANT#{tenant_id}#META|TENANT#{tenant_id}#USER#{user_id}|CHANNEL#{type}#{id}",
              "CHANNEL#telegram#4f2a9c");
      case DECISIONS, EXPIRIES, POSITIONS, RECORDS, WAITS ->
          throw new IllegalStateException("say what keys of " + topic + " look like");
    };
  }

  /** The part of the example that chooses its partition. */
  static <K> String partitionedBy(Topic<K, ?> topic, String example) {
    if (topic.kind() == TopicKind.DEAD_LETTERS || topic.kind() == TopicKind.REDRIVES) {
      return example;
    }
    KeyCodec<K> codec = topic.keys();
    return codec.partitionKey(codec.decode(example));
  }
}

package io.tributary.asyncapi;

import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.topic.TenantsTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import java.util.Properties;

/**
 * The form of a topic's keys.
 *
 * @param form its parts, as {@code {name}}
 * @param example a key that the topic's codec takes
 */
public record KeyForm(String form, String example) {

  private static final String DEVICE = "24:6F:28:AE:52:7C";

  /** Examples by topic, or by codec. */
  private static final Properties EXAMPLES = SampleRecords.read("/asyncapi/keys.properties");

  /** The form of a topic's keys. */
  public static KeyForm of(Topic<?, ?> topic) {
    KeyForm form = formOf(topic);
    return RecordedSamples.of(topic)
        .map(record -> new KeyForm(form.form(), record.path("key").asText()))
        .orElse(form);
  }

  private static KeyForm formOf(Topic<?, ?> topic) {
    KeyCodec<?> keys = topic.keys();
    return switch (keys.name()) {
      case "key" -> ofAnyText(topic);
      case "dead_letter" -> new KeyForm("{family}/{partition}/{offset}", "devices/3/17");
      default -> new KeyForm(keys.form(), example(topic));
    };
  }

  /** An example for a topic without a recorded sample. */
  private static String example(Topic<?, ?> topic) {
    return EXAMPLES.getProperty(topic.name(), EXAMPLES.getProperty(topic.keys().name(), ""));
  }

  private static KeyForm ofAnyText(Topic<?, ?> topic) {
    return switch (topic.kind()) {
      case META -> new KeyForm("{setting}", "api.key.pepper");
      case GENERATIONS -> new KeyForm("{generation}", "2");
      case DEAD_LETTERS, REDRIVES -> new KeyForm("the key of the record that failed", DEVICE);
      case OUTCOMES -> new KeyForm("the key of the command", "TENANT#acme#META");
      case FACTS ->
          new KeyForm(
              topic.equals(TenantsTopics.COMMANDS)
                  ? "TENANT#{tenant_id}#META|TENANT#{tenant_id}#USER#{user_id}|CHANNEL#{type}#{id}"
                  : "CHANNEL#{type}#{id}",
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

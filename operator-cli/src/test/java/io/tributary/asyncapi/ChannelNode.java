package io.tributary.asyncapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.registry.Subject;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** One topic as a channel with its message. */
final class ChannelNode {

  static final String BINDING = "0.5.0";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String PIPELINE = "tributary";

  /** Subjects of the values that carry an id, in a pipeline with a registry. */
  private static final Set<String> FRAMED_BY_ID =
      Subject.ofCatalogue("").stream()
          .filter(Subject::hasRegistryId)
          .map(Subject::name)
          .collect(Collectors.toSet());

  private final Topic<?, ?> topic;
  private final Flow flow;
  private final SampleRecords samples;

  ChannelNode(Topic<?, ?> topic, Flow flow, SampleRecords samples) {
    this.topic = topic;
    this.flow = flow;
    this.samples = samples;
  }

  /** What the message is called: the type of its value, or what it is a copy of. */
  static String messageOf(Topic<?, ?> topic) {
    return switch (topic.kind()) {
      case DEAD_LETTERS -> "DeadLetter";
      case REDRIVES -> "Redrive";
      default -> topic.requiredValueType().getSimpleName();
    };
  }

  ObjectNode node() {
    ObjectNode channel = NODES.objectNode();
    channel.put("address", topic.name());
    channel.put("title", topic.name());
    channel.put("summary", summary());
    channel.put("description", description());
    ArrayNode tags = channel.putArray("tags");
    tags.addObject().put("name", family());
    tags.addObject().put("name", kind());
    channel.putObject("messages").set(messageOf(topic), message());
    channel.putObject("bindings").set("kafka", binding());
    channel.set("x-tributary", facts());
    return channel;
  }

  private ObjectNode message() {
    ObjectNode message = NODES.objectNode();
    message.put("name", messageOf(topic));
    message.put("title", messageOf(topic));
    if (topic.valueType().isEmpty()) {
      message.put("contentType", "application/octet-stream");
      message.putObject("headers").put("$ref", "#/components/schemas/DeadLetterHeaders");
      message.putObject("payload").put("$ref", "#/components/schemas/OriginalBytes");
    } else {
      message.put("contentType", "avro/binary");
      message.putObject("headers").put("$ref", "#/components/schemas/" + headers());
      message.putObject("payload").put("$ref", "#/components/schemas/" + messageOf(topic));
    }
    message.putObject("bindings").set("kafka", messageBinding());
    topic.valueType().ifPresent(type -> examples(message, SpecificData.get().getSchema(type)));
    return message;
  }

  /** What follows from no request has no headers. */
  private String headers() {
    return switch (topic.kind()) {
      case DECISIONS, GENERATIONS -> "NoHeaders";
      case FACTS, EXPIRIES, RECORDS, OUTCOMES, WAITS, POSITIONS, META, DEAD_LETTERS, REDRIVES ->
          "RecordHeaders";
    };
  }

  private ObjectNode messageBinding() {
    KeyForm form = KeyForm.of(topic);
    ObjectNode binding = NODES.objectNode();
    ObjectNode key = binding.putObject("key");
    key.put("type", "string");
    key.put("description", "UTF-8 text: " + form.form());
    key.putArray("examples").add(form.example());
    if (FRAMED_BY_ID.contains(topic.name() + "-value")) {
      binding.put("schemaIdLocation", "payload");
      binding.put("schemaIdPayloadEncoding", "4");
      binding.put("schemaLookupStrategy", "TopicNameStrategy");
    }
    return binding.put("bindingVersion", BINDING);
  }

  private void examples(ObjectNode message, Schema schema) {
    ObjectNode example = message.putArray("examples").addObject();
    example.put("name", "sample");
    RecordedSamples.of(topic)
        .ifPresentOrElse(
            record ->
                example
                    .<ObjectNode>set("headers", record.path("headers"))
                    .set("payload", record.path("value")),
            () -> example.set("payload", samples.asRead(schema)));
  }

  private ObjectNode binding() {
    ObjectNode binding = NODES.objectNode();
    binding.put("topic", topic.name());
    binding.put("partitions", topic.partitions());
    ObjectNode settings = binding.putObject("topicConfiguration");
    new TreeMap<>(topic.config())
        .forEach(
            (name, value) -> {
              if (name.equals("cleanup.policy")) {
                Arrays.stream(value.split(",")).forEach(settings.putArray(name)::add);
              } else if (value.matches("-?\\d+")) {
                settings.put(name, Long.parseLong(value));
              } else {
                settings.put(name, value);
              }
            });
    return binding.put("bindingVersion", BINDING);
  }

  private ObjectNode facts() {
    KeyForm form = KeyForm.of(topic);
    ObjectNode facts = NODES.objectNode();
    facts.put("family", family());
    facts.put("kind", kind());
    facts.put("owner", topic.kind().writer());
    flow.senders(topic).forEach(facts.putArray("senders")::add);
    flow.receivers(topic).forEach(facts.putArray("receivers")::add);
    facts.put("retention", retention());
    facts.put("tombstones", tombstones());
    facts.put("generations", topic.kind().isDerived() ? "one topic each" : "shared");
    ObjectNode key = facts.putObject("key");
    key.put("form", form.form());
    key.put("example", form.example());
    key.put("partitionedBy", KeyForm.partitionedBy(topic, form.example()));
    key.put(
        "partitioner",
        topic.kind() == TopicKind.REDRIVES ? "the partition of the record's origin" : "murmur2");
    return facts;
  }

  private boolean tombstones() {
    return topic.retention() instanceof Retention.Compacted
        || topic.retention() instanceof Retention.Erased;
  }

  private String description() {
    String what =
        switch (topic.kind()) {
          case DEAD_LETTERS ->
              "What could not be processed or stored: key, value and headers as they were, and"
                  + " headers that say where and why it failed.";
          case REDRIVES ->
              "Records that could not be stored, sent to the sink again as they were, or with"
                  + " another value.";
          default -> SpecificData.get().getSchema(topic.requiredValueType()).getDoc();
        };
    return what + note();
  }

  private String note() {
    String own =
        switch (topic.name()) {
          case "tenants.conversation-events" ->
              " An assistant's PostedMessage goes to the partition that murmur2 over the key gives.";
          case "tributary.meta" ->
              " One of the name framing says that values carry ids of a schema registry; those whose"
                  + " names begin with schema-id say which, and a service refuses a registry that"
                  + " has others. Whichever module first writes such ids writes them.";
          case "inbox.events" -> " What concerns everyone comes to every partition.";
          default -> "";
        };
    boolean alwaysPlain =
        topic.valueType().isPresent() && !FRAMED_BY_ID.contains(topic.name() + "-value");
    String framed = alwaysPlain ? " In single-object encoding, with a schema registry too." : "";
    return own
        + framed
        + (tombstones() ? " A record without a value says that the key is gone." : "");
  }

  private String summary() {
    String kind = kind().substring(0, 1).toUpperCase(Locale.ROOT) + kind().substring(1);
    String kept = topic.retention() instanceof Retention.Unlimited ? "for ever" : retention();
    return kind + " of " + family() + ", kept: " + kept + '.';
  }

  private String retention() {
    return topic.retention().words();
  }

  private String kind() {
    return topic.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String family() {
    return topic.family().map(Family::label).orElse(PIPELINE);
  }
}

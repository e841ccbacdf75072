package io.tributary.asyncapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.runtime.version.Version;
import io.tributary.schemas.deadletter.Stage;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** {@code asyncapi.yaml}: every topic of the catalogue as AsyncAPI describes channels. */
public final class AsyncApiPage {

  private static final String HEAD = "# Made from the catalogue of topics.\n";
  private static final String AVRO = "application/vnd.apache.avro+json;version=1.9.0";

  /** Of the release that is worked towards, as of the HTTP API beside it. */
  private static final String VERSION = Version.current().number().replace("-SNAPSHOT", "");

  private static final String ABOUT =
      """
      Every topic of the pipeline: facts as they were accepted, the records that tables hold, and \
      what the parts tell each other. Subscribers read records, with `isolation.level=read_committed`: \
      then each record is there once, and those of a key in order.

      Topic names start with `topic.prefix`; from generation 2 on, topics derived from facts continue \
      with `g2.`. A pipeline has the topics of its families only. Records are kept as the catalogue \
      says, and longer where a setting lengthens the life of their items.

      Keys are UTF-8 text. The partition is the murmur2 hash of a part of the key; which part, depends \
      on the topic, so a client cannot compute it from the key alone.

      Values are Avro binary in one of two wire formats; the first bytes tell which. Without a schema \
      registry it is Avro's single-object encoding: C3 01, the schema's CRC-64-AVRO fingerprint in 8 \
      bytes, the least first, and the value. With one it is the Confluent wire format: 00, the schema's id in \
      4 bytes, the greatest first, and the value; the subject is the topic's name with `topic.prefix`, \
      without `gN.`, and `-value`. `tributary.meta` and `tributary.generations` are in single-object \
      encoding always; dead letters and redrives keep the bytes of their origin.

      Examples show values as `tributary topics read` prints them. `@type` names the type of a field \
      that may be of several. Measured values are decimal numbers in text, exact to 38 digits. Names \
      that end in `_ms` or `_s` are times since 1970 or lengths of time, in milliseconds or seconds; \
      names that end in `_json` are JSON in text. The `rule` of a field has JSON Schema's words; \
      `minBytes` and `maxBytes` count UTF-8.
      """;

  private static final String REGISTRY =
      "The same with a schema registry: values are in the Confluent wire format. The registry is"
          + " Apicurio's, at its API of Confluent's kind; tributary itself takes its base URL, too.";

  private final ObjectNode root = JsonNodeFactory.instance.objectNode();
  private final Flow flow = new Flow();
  private final SampleRecords samples = new SampleRecords();

  private AsyncApiPage() {}

  /** The document. */
  public static String text() {
    AsyncApiPage page = new AsyncApiPage();
    page.describe();
    return HEAD + YamlText.of(page.root);
  }

  private void describe() {
    root.put("asyncapi", "3.1.0");
    root.put("id", "urn:io.tributary:topics");
    info(root.putObject("info"));
    root.put("defaultContentType", "avro/binary");
    servers(root.putObject("servers"));
    ObjectNode channels = root.putObject("channels");
    ObjectNode operations = root.putObject("operations");
    for (Topic<?, ?> topic : Topics.all()) {
      channels.set(topic.name(), new ChannelNode(topic, flow, samples).node());
      flow.senders(topic).forEach(module -> operation(operations, topic, module, "send"));
      flow.receivers(topic).forEach(module -> operation(operations, topic, module, "receive"));
    }
    schemas(root.putObject("components").putObject("schemas"));
  }

  private static void info(ObjectNode info) {
    info.put("title", "Tributary topics");
    info.put("version", VERSION);
    info.put("description", ABOUT);
    ObjectNode license = info.putObject("license");
    license.put("name", "Apache 2.0");
    license.put("url", "https://www.apache.org/licenses/LICENSE-2.0");
    ArrayNode tags = info.putArray("tags");
    tags.addObject().put("name", "tributary").put("description", "Of the pipeline itself.");
    for (Family family : Family.values()) {
      tags.addObject()
          .put("name", family.label())
          .put("description", "Of the family " + family.label() + '.');
    }
  }

  private static void servers(ObjectNode servers) {
    server(servers.putObject("kafka"), "The Kafka cluster: values are in single-object encoding.");
    ObjectNode registered = servers.putObject("kafka-with-registry");
    server(registered, REGISTRY);
    registered
        .putObject("bindings")
        .putObject("kafka")
        .put("schemaRegistryUrl", "http://127.0.0.1:8081/apis/ccompat/v7")
        .put("schemaRegistryVendor", "confluent")
        .put("bindingVersion", ChannelNode.BINDING);
  }

  private static void server(ObjectNode server, String description) {
    server.put("host", "{bootstrap}");
    server.put("protocol", "kafka");
    server.put("description", description);
    server
        .putObject("variables")
        .putObject("bootstrap")
        .put("default", "127.0.0.1:9092")
        .put("description", "What bootstrap.servers names.");
  }

  private static void operation(
      ObjectNode operations, Topic<?, ?> topic, String module, String action) {
    ObjectNode operation = operations.putObject(module + '.' + action + '.' + topic.name());
    operation.put("action", action);
    operation.putObject("channel").put("$ref", "#/channels/" + topic.name());
    operation.put(
        "summary",
        module + (action.equals("send") ? " sends to " : " receives from ") + topic.name() + '.');
    operation.putArray("tags").addObject().put("name", module);
    operation
        .putArray("messages")
        .addObject()
        .put("$ref", "#/channels/" + topic.name() + "/messages/" + ChannelNode.messageOf(topic));
  }

  private void schemas(ObjectNode schemas) {
    headers(schemas);
    schemas
        .putObject("OriginalBytes")
        .put("type", "string")
        .put("format", "binary")
        .put(
            "description",
            "The value of the record that failed, byte by byte: as its topic has it. None where it"
                + " was too large; the reason says so.");
    for (Topic<?, ?> topic : Topics.all()) {
      topic
          .valueType()
          .map(type -> SpecificData.get().getSchema(type))
          .filter(schema -> !schemas.has(schema.getName()))
          .ifPresent(schema -> payload(schemas.putObject(schema.getName()), schema));
    }
  }

  private static void payload(ObjectNode payload, Schema schema) {
    payload.put("schemaFormat", AVRO);
    payload.set("schema", AvroNodes.of(schema));
  }

  private static void headers(ObjectNode schemas) {
    schemas
        .putObject("NoHeaders")
        .put("type", "object")
        .put("description", "Written by no request: none of the headers of records.");
    ObjectNode record = object(schemas, "RecordHeaders", "Values are UTF-8 text.");
    header(record, RecordHeader.FACT_ID, "Id of the fact that the record comes from.");
    header(record, RecordHeader.ACCEPTED_AT, "When it was accepted, epoch milliseconds.")
        .put("pattern", "^[0-9]+$");
    header(record, RecordHeader.REQUEST_ID, "Id of the HTTP request that carried it.");
    header(record, RecordHeader.TRACE_PARENT, "W3C trace context, if the request had one.");
    header(record, RecordHeader.TRACE_STATE, "The rest of it.");
    required(record, RecordHeader.FACT_ID, RecordHeader.ACCEPTED_AT, RecordHeader.REQUEST_ID);
    ObjectNode deadLetter =
        object(schemas, "DeadLetterHeaders", "The headers of the record that failed, and these.");
    ObjectNode stage = header(deadLetter, RecordHeader.STAGE, "Where it failed.");
    Arrays.stream(Stage.values()).map(Stage::label).forEach(stage.putArray("enum")::add);
    header(deadLetter, RecordHeader.CODE, "What kind of failure it was.");
    header(deadLetter, RecordHeader.REASON, "The failure in words.");
    header(deadLetter, RecordHeader.ORIGIN, "Topic, partition and offset of the record, as a/b/c.");
    header(deadLetter, RecordHeader.ATTEMPTS, "How often it has been tried, from 1 on.")
        .put("pattern", "^[1-9][0-9]*$");
    required(deadLetter, RecordHeader.ORIGIN, RecordHeader.ATTEMPTS);
  }

  private static ObjectNode object(ObjectNode schemas, String name, String description) {
    return schemas.putObject(name).put("type", "object").put("description", description);
  }

  private static ObjectNode header(ObjectNode schema, RecordHeader header, String description) {
    return schema
        .withObjectProperty("properties")
        .putObject(header.key())
        .put("type", "string")
        .put("description", description);
  }

  private static void required(ObjectNode schema, RecordHeader... headers) {
    List.of(headers).forEach(header -> schema.withArrayProperty("required").add(header.key()));
  }
}

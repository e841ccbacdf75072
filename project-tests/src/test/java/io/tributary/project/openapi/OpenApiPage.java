package io.tributary.project.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tributary.asyncapi.YamlText;
import io.tributary.schemas.rule.RecordRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/**
 * {@code openapi.yaml}: {@code gateway.yaml} with the members of requests as the Avro schemas have
 * them, with a path for each channel provider, and with the parts of all routes.
 *
 * <p>{@code x-member: devices.BatchReading.batch_id} stands for one field, {@code x-members:
 * devices.BatchReading} for all with a rule, and enums and flags; {@code x-only} and {@code
 * x-without} choose among them. Properties beside it are added, or take the place of the field's.
 */
public final class OpenApiPage {

  static final Path SOURCE = Path.of("..", "ingest-gateway/src/main/openapi/gateway.yaml");
  private static final String HEAD =
      "# Made from gateway.yaml and the Avro schemas; see OpenApiPage.\n";
  private static final String MEMBER = "x-member";
  private static final String MEMBERS = "x-members";
  private static final String PROPERTIES = "properties";
  private static final String REQUIRED = "required";

  /** Answers that each route may give. */
  private static final Map<String, String> REFUSALS =
      Map.of(
          "400", "BadRequest",
          "413", "PayloadTooLarge",
          "415", "UnsupportedEncoding",
          "500", "InternalError",
          "503", "Unavailable");

  private final JsonNode root;
  private final MemberSchema members;

  private OpenApiPage(JsonNode root) {
    this.root = root;
    this.members = new MemberSchema(root.at("/components/schemas"));
  }

  /** The document. */
  public static String text() {
    try {
      OpenApiPage page = new OpenApiPage(new YAMLMapper().readTree(Files.readString(SOURCE)));
      ChannelPaths.expand((ObjectNode) page.root.path("paths"));
      page.root.path("paths").forEach(path -> path.forEach(OpenApiPage::complete));
      page.root.at("/components/responses").forEach(OpenApiPage::answer);
      return HEAD + YamlText.of(page.resolved(page.root));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void complete(JsonNode operation) {
    ((ObjectNode) operation)
        .withArrayProperty("parameters")
        .insert(0, reference("parameters", "RequestId"));
    if (operation.get("requestBody") instanceof ObjectNode body && !body.has(REQUIRED)) {
      body.put(REQUIRED, true);
    }
    if (operation.get("requestBody") instanceof ObjectNode body && !body.has("description")) {
      body.put("description", "At most 1 MiB.");
    }
    Map<String, JsonNode> answers = new TreeMap<>();
    REFUSALS.forEach((status, name) -> answers.put(status, reference("responses", name)));
    ObjectNode responses = (ObjectNode) operation.get("responses");
    responses.properties().forEach(each -> answers.put(each.getKey(), each.getValue()));
    responses.removeAll();
    answers.values().forEach(OpenApiPage::answer);
    responses.setAll(answers);
  }

  private static void answer(JsonNode response) {
    if (!response.has("$ref")) {
      ((ObjectNode) response)
          .withObjectProperty("headers")
          .set("x-request-id", reference("headers", "RequestId"));
    }
  }

  private static ObjectNode reference(String kind, String name) {
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/" + kind + '/' + name);
  }

  private JsonNode resolved(JsonNode node) {
    if (node instanceof ArrayNode list) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      list.forEach(element -> copy.add(resolved(element)));
      return copy;
    }
    if (!(node instanceof ObjectNode object)) {
      return node;
    }
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    object.properties().forEach(each -> copy.set(each.getKey(), resolved(each.getValue())));
    if (copy.remove(MEMBER) instanceof TextNode name) {
      int dot = name.asText().lastIndexOf('.');
      Schema.Field field =
          record(name.asText().substring(0, dot)).getField(name.asText().substring(dot + 1));
      return merged(members.of(field), copy);
    }
    return copy.has(MEMBERS) ? withMembers(copy) : copy;
  }

  private ObjectNode withMembers(ObjectNode object) {
    List<Schema.Field> fields = fields(object);
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    fields.stream()
        .filter(MemberSchema::isRequired)
        .map(RecordRule::memberName)
        .forEach(required::add);
    object.path(REQUIRED).forEach(required::add);
    ObjectNode properties = JsonNodeFactory.instance.objectNode();
    fields.forEach(field -> properties.set(RecordRule.memberName(field), members.of(field)));
    object
        .path(PROPERTIES)
        .properties()
        .forEach(
            each ->
                properties.set(
                    each.getKey(),
                    properties.get(each.getKey()) instanceof ObjectNode made
                        ? merged(made, (ObjectNode) each.getValue())
                        : each.getValue()));
    object.remove(List.of(REQUIRED, PROPERTIES));
    schema.setAll(object);
    if (!required.isEmpty()) {
      schema.set(REQUIRED, required);
    }
    schema.set(PROPERTIES, properties);
    return schema;
  }

  /** The made schema with the written properties; a reference cannot stand beside a type. */
  private ObjectNode merged(ObjectNode made, ObjectNode written) {
    if (written.has("$ref")) {
      return written;
    }
    if (written.has("type")) {
      members.takeIn(made);
    }
    written
        .properties()
        .forEach(
            each ->
                made.set(
                    each.getKey(),
                    made.get(each.getKey()) instanceof ObjectNode inner
                            && each.getValue() instanceof ObjectNode replaced
                        ? merged(inner, replaced)
                        : each.getValue()));
    return made;
  }

  private static List<Schema.Field> fields(ObjectNode object) {
    Schema record = record(object.remove(MEMBERS).asText());
    List<String> only = names(object.remove("x-only"));
    Set<String> without = Set.copyOf(names(object.remove("x-without")));
    return only.isEmpty()
        ? record.getFields().stream()
            .filter(RecordRule::isGiven)
            .filter(field -> !without.contains(field.name()))
            .toList()
        : only.stream().map(record::getField).toList();
  }

  private static List<String> names(JsonNode list) {
    List<String> names = new ArrayList<>();
    if (list != null) {
      list.forEach(name -> names.add(name.asText()));
    }
    return names;
  }

  private static Schema record(String name) {
    try {
      return SpecificData.get().getSchema(Class.forName("io.tributary.avro." + name));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.tributary.project.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tributary.schemas.rule.RecordRule;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/**
 * The JSON Schema of a request's member, made from the type, rule and text of an Avro field.
 *
 * @param components schemas of the document, with one for each format of {@code RecordRule}
 */
record MemberSchema(JsonNode components) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TYPE = "type";

  static boolean isRequired(Schema.Field field) {
    return !field.schema().isNullable() && !field.hasDefaultValue();
  }

  ObjectNode of(Schema.Field field) {
    JsonNode rule =
        JSON.valueToTree(
            field.getObjectProp(RecordRule.RULE) == null
                ? Map.of()
                : field.getObjectProp(RecordRule.RULE));
    ObjectNode schema = RecordRule.isJson(field) ? json(rule) : of(RecordRule.type(field), rule);
    if (field.schema().isNullable()) {
      nullable(schema);
    }
    if (field.doc() != null && !RecordRule.isJson(field)) {
      String limit = schema.path("description").asText();
      schema.put("description", limit.isEmpty() ? field.doc() : field.doc() + ' ' + limit);
    }
    return schema;
  }

  private ObjectNode of(Schema type, JsonNode rule) {
    return switch (type.getType()) {
      case STRING -> text(rule);
      case LONG -> integer(rule);
      case BOOLEAN -> node().put(TYPE, "boolean");
      case ENUM -> word(type);
      case ARRAY -> list(type, rule);
      case MAP -> map(type, rule);
      default -> node().put(TYPE, "object");
    };
  }

  private ObjectNode text(JsonNode rule) {
    String format = rule.path("format").asText();
    if (format.equals("printable")) {
      return node()
          .put(TYPE, "string")
          .put("pattern", "^[ -~]{" + rule.get("minLength") + ',' + rule.get("maxLength") + "}$");
    }
    if (!format.isEmpty()) {
      return component(format);
    }
    ObjectNode schema = node().put(TYPE, "string");
    limit(rule, "minLength", schema, "minLength");
    limit(rule, "maxLength", schema, "maxLength");
    limit(rule, "minBytes", schema, "minLength");
    if (rule.has("maxBytes")) {
      limit(rule, "maxBytes", schema, "maxLength");
      schema.put("description", "At most " + rule.get("maxBytes") + " bytes of UTF-8.");
    }
    return schema;
  }

  private static ObjectNode integer(JsonNode rule) {
    ObjectNode schema = node().put(TYPE, "integer");
    limit(rule, "minimum", schema, "minimum");
    limit(rule, "maximum", schema, "maximum");
    return schema.put("description", "Written without fraction or exponent.");
  }

  private static ObjectNode word(Schema type) {
    ObjectNode schema = node();
    type.getEnumSymbols().forEach(schema.putArray("enum")::add);
    return schema;
  }

  private ObjectNode list(Schema type, JsonNode rule) {
    ObjectNode schema = node().put(TYPE, "array");
    limit(rule, "minItems", schema, "minItems");
    limit(rule, "maxItems", schema, "maxItems");
    schema.set("items", of(type.getElementType(), rule.path("items")));
    return schema;
  }

  private ObjectNode map(Schema type, JsonNode rule) {
    ObjectNode schema = node().put(TYPE, "object");
    limit(rule, "maxProperties", schema, "maxProperties");
    schema.set("propertyNames", text(rule.path("propertyNames")));
    schema.set("additionalProperties", of(type.getValueType(), rule.path("additionalProperties")));
    return schema;
  }

  private ObjectNode json(JsonNode rule) {
    ObjectNode schema =
        rule.path("contentSchema").deepCopy() instanceof ObjectNode content ? content : node();
    if (schema.get("additionalProperties") instanceof ObjectNode values) {
      values.put(TYPE, "string");
    }
    return rule.has("maxBytes")
        ? schema.put(
            "description",
            "At most " + rule.get("maxBytes") + " bytes as JSON without white space.")
        : schema;
  }

  /** The component that is named after a format, such as UuidV4. */
  private ObjectNode component(String format) {
    String name =
        Arrays.stream(format.split("-"))
            .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
            .collect(Collectors.joining());
    if (!components.has(name)) {
      throw new IllegalStateException("no component describes the format " + format);
    }
    return node().put("$ref", "#/components/schemas/" + name);
  }

  /** The same for null, too; the text of a component is taken in. */
  private void nullable(ObjectNode schema) {
    takeIn(schema);
    if (schema.has("enum")) {
      schema.withArrayProperty("enum").addNull();
    } else if (schema.has(TYPE)) {
      JsonNode type = schema.get(TYPE);
      schema.putArray(TYPE).add(type).add("null");
    }
  }

  /** Replaces a reference by the component. */
  void takeIn(ObjectNode schema) {
    if (schema.remove("$ref") instanceof TextNode reference) {
      String name = reference.asText().substring(reference.asText().lastIndexOf('/') + 1);
      schema.setAll((ObjectNode) components.get(name).deepCopy());
    }
  }

  private static void limit(JsonNode rule, String name, ObjectNode schema, String as) {
    if (rule.has(name)) {
      schema.set(as, rule.get(name));
    }
  }

  private static ObjectNode node() {
    return JsonNodeFactory.instance.objectNode();
  }
}

package io.tributary.schemas.rule;

import io.tributary.schemas.rule.ValueRule.AnyRecord;
import io.tributary.schemas.rule.ValueRule.JsonRule;
import io.tributary.schemas.rule.ValueRule.ListRule;
import io.tributary.schemas.rule.ValueRule.MapRule;
import io.tributary.schemas.rule.ValueRule.NumberRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Rules of a record's fields, compiled from the {@code rule} properties of its schema. They have
 * the words of JSON Schema; beside them {@code minBytes} and {@code maxBytes} count UTF-8, and
 * {@code format} names a form of {@link TextFormats}.
 */
public final class RecordRule implements ValueRule {

  /** Name of the property. */
  public static final String RULE = "rule";

  private static final String MEDIA_TYPE = "contentMediaType";
  private static final String JSON = "_json";

  /** Words of rules by the type of the value. */
  private static final Map<Schema.Type, Set<String>> WORDS =
      Map.of(
          Schema.Type.STRING,
          Set.of(
              "format",
              "minLength",
              "maxLength",
              "minBytes",
              "maxBytes",
              MEDIA_TYPE,
              "contentSchema"),
          Schema.Type.LONG,
          Set.of("minimum", "maximum"),
          Schema.Type.ARRAY,
          Set.of("minItems", "maxItems", "items"),
          Schema.Type.MAP,
          Set.of("maxProperties", "propertyNames", "additionalProperties"));

  private static final Schema TEXT = Schema.create(Schema.Type.STRING);
  private static final Map<String, RecordRule> COMPILED = new ConcurrentHashMap<>();

  private final Map<String, ValueRule> byName;
  private final List<Field> fields;

  private record Field(int position, String name, ValueRule rule) {}

  private RecordRule(Map<String, ValueRule> byName, List<Field> fields) {
    this.byName = Map.copyOf(byName);
    this.fields = List.copyOf(fields);
  }

  public static RecordRule of(Schema schema) {
    RecordRule known = COMPILED.get(schema.getFullName());
    if (known != null) {
      return known;
    }
    RecordRule compiled = compile(schema);
    COMPILED.put(schema.getFullName(), compiled);
    return compiled;
  }

  private static RecordRule compile(Schema schema) {
    Map<String, ValueRule> byName = new LinkedHashMap<>();
    List<Field> fields = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      rule(field)
          .ifPresent(
              rule -> {
                byName.put(field.name(), rule);
                fields.add(new Field(field.pos(), field.name(), rule));
              });
    }
    return new RecordRule(byName, fields);
  }

  private static Optional<ValueRule> rule(Schema.Field field) {
    try {
      return rule(field.schema(), properties(field));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the rule of " + field.name() + ' ' + e.getMessage(), e);
    }
  }

  private static Map<?, ?> properties(Schema.Field field) {
    return field.getObjectProp(RULE) instanceof Map<?, ?> given ? given : Map.of();
  }

  /** True of a field that senders give: it has a rule, or few values. */
  public static boolean isGiven(Schema.Field field) {
    Schema.Type type = type(field).getType();
    return field.getObjectProp(RULE) != null
        || type == Schema.Type.ENUM
        || type == Schema.Type.BOOLEAN;
  }

  /** The type of a field, or the one beside null. */
  public static Schema type(Schema.Field field) {
    Schema type = field.schema();
    return type.isUnion() && type.isNullable() ? type.getTypes().get(1) : type;
  }

  /** Name of the member of requests: without the {@code _json} of a text that is JSON. */
  public static String memberName(Schema.Field field) {
    String name = field.name();
    return isJson(field) ? name.substring(0, name.length() - JSON.length()) : name;
  }

  /** True of a text that is JSON. */
  public static boolean isJson(Schema.Field field) {
    return properties(field).containsKey(MEDIA_TYPE);
  }

  private static Optional<ValueRule> rule(Schema schema, Map<?, ?> rule) {
    requireKnown(rule, WORDS.getOrDefault(schema.getType(), Set.of()), schema);
    return switch (schema.getType()) {
      case STRING -> rule.containsKey(MEDIA_TYPE) ? Optional.of(json(rule)) : TextRule.of(rule);
      case LONG -> number(rule);
      case ARRAY -> list(schema, rule);
      case MAP -> map(schema, rule);
      case RECORD -> of(schema).fields.isEmpty() ? Optional.empty() : Optional.of(of(schema));
      case UNION -> union(schema, rule);
      default -> Optional.empty();
    };
  }

  /** A word that means nothing would be a rule that is not kept. */
  private static void requireKnown(Map<?, ?> rule, Set<String> words, Schema schema) {
    if (schema.isUnion()) {
      return;
    }
    for (Object word : rule.keySet()) {
      if (!words.contains(word.toString())) {
        throw new IllegalArgumentException("has the unknown word " + word);
      }
    }
  }

  private static Optional<ValueRule> list(Schema schema, Map<?, ?> rule) {
    Optional<ValueRule> items = rule(schema.getElementType(), nested(rule, "items"));
    return rule.isEmpty() && items.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ListRule(
                (int) limit(rule, "minItems", 0),
                (int) limit(rule, "maxItems", Integer.MAX_VALUE),
                items));
  }

  private static Optional<ValueRule> map(Schema schema, Map<?, ?> rule) {
    return rule.isEmpty()
        ? Optional.empty()
        : Optional.of(map(rule, rule(schema.getValueType(), nested(rule, "additionalProperties"))));
  }

  private static MapRule map(Map<?, ?> rule, Optional<ValueRule> values) {
    TextRule names = (TextRule) rule(TEXT, nested(rule, "propertyNames")).orElseThrow();
    return new MapRule((int) limit(rule, "maxProperties", Integer.MAX_VALUE), names, values);
  }

  private static Optional<ValueRule> number(Map<?, ?> rule) {
    return rule.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new NumberRule(
                limit(rule, "minimum", Long.MIN_VALUE), limit(rule, "maximum", Long.MAX_VALUE)));
  }

  private static ValueRule json(Map<?, ?> rule) {
    Map<?, ?> content = nested(rule, "contentSchema");
    return new JsonRule(
        (int) limit(rule, "maxBytes", 0),
        content.get("type") instanceof String type ? type : "",
        content.containsKey("propertyNames")
            ? Optional.of(map(content, rule(TEXT, nested(content, "additionalProperties"))))
            : Optional.empty());
  }

  static long limit(Map<?, ?> rule, String name, long byDefault) {
    return rule.get(name) instanceof Number number ? number.longValue() : byDefault;
  }

  static Map<?, ?> nested(Map<?, ?> rule, String name) {
    return rule.get(name) instanceof Map<?, ?> given ? given : Map.of();
  }

  /** One type beside null has its own rule. */
  private static Optional<ValueRule> union(Schema schema, Map<?, ?> rule) {
    List<Schema> types =
        schema.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
    if (types.size() == 1) {
      return rule(types.get(0), rule);
    }
    // compiled here, so that a wrong rule stops the start
    types.forEach(RecordRule::of);
    return Optional.of(new AnyRecord());
  }

  public TextRule text(String field) {
    return find(TextRule.class, field);
  }

  public JsonRule json(String field) {
    return find(JsonRule.class, field);
  }

  public NumberRule number(String field) {
    return find(NumberRule.class, field);
  }

  public ListRule list(String field) {
    return find(ListRule.class, field);
  }

  public MapRule map(String field) {
    return find(MapRule.class, field);
  }

  private <R extends ValueRule> R find(Class<R> type, String field) {
    ValueRule rule = byName.get(field);
    if (!type.isInstance(rule)) {
      throw new IllegalArgumentException(field + " has no " + type.getSimpleName());
    }
    return type.cast(rule);
  }

  /** Checks a record of any origin; null breaks no rule. */
  public void check(IndexedRecord record) {
    for (Field field : fields) {
      Object value = record.get(field.position());
      if (value != null) {
        field.rule().check(field.name(), value);
      }
    }
  }

  @Override
  public void check(String field, Object value) {
    check((IndexedRecord) value);
  }
}

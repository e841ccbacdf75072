package io.tributary.gateway.json;

import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.rule.ValueRule.JsonRule;
import io.tributary.schemas.rule.ValueRule.ListRule;
import io.tributary.schemas.rule.ValueRule.MapRule;
import io.tributary.schemas.rule.ValueRule.NumberRule;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a JSON object's members into the fields of their names, by the types and rules of a
 * record's schema. A field {@code settings_json} has the JSON of the member {@code settings}.
 */
public final class RecordReader {

  private final List<Field> fields;

  private record Field(String name, int position, boolean optional, Member member) {}

  /** Reads a member; null for one that may be absent, and is. */
  @FunctionalInterface
  private interface Member {
    @Nullable Object read(RequestObject object);
  }

  private RecordReader(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  /** A reader of the fields that senders give, without some. */
  public static RecordReader all(Schema record, String... left) {
    return of(
        record,
        record.getFields().stream()
            .filter(RecordRule::isGiven)
            .map(Schema.Field::name)
            .filter(name -> !List.of(left).contains(name))
            .toArray(String[]::new));
  }

  /** A reader of some fields, in that order. */
  public static RecordReader of(Schema record, String... names) {
    RecordRule rules = RecordRule.of(record);
    return new RecordReader(
        Arrays.stream(names)
            .map(record::getField)
            .map(
                field ->
                    new Field(
                        RecordRule.memberName(field),
                        field.pos(),
                        field.schema().isNullable(),
                        member(rules, field)))
            .toList());
  }

  /** The record with the members; {@link InvalidInputException} for the first broken rule. */
  public <R extends SpecificRecordBase> R read(RequestObject object, R record) {
    for (Field field : fields) {
      Object value = field.member().read(object);
      if (value == null && !field.optional()) {
        throw object.missing(field.name());
      }
      record.put(field.position(), value);
    }
    return record;
  }

  private static Member member(RecordRule rules, Schema.Field field) {
    String name = field.name();
    return switch (RecordRule.type(field).getType()) {
      case STRING -> text(rules, field);
      case LONG -> integer(name, rules.number(name));
      case BOOLEAN -> object -> object.optionalFlag(name).orElse(null);
      case ENUM -> word(name, RecordRule.type(field));
      case ARRAY -> texts(name, rules.list(name));
      case MAP -> map(name, RecordRule.type(field).getValueType(), rules.map(name));
      default -> throw new IllegalArgumentException(name + " cannot be read");
    };
  }

  private static Member text(RecordRule rules, Schema.Field field) {
    if (RecordRule.isJson(field)) {
      return json(RecordRule.memberName(field), rules.json(field.name()));
    }
    TextRule rule = rules.text(field.name());
    String name = field.name();
    return object -> object.optionalText(name, rule).orElse(null);
  }

  private static Member json(String name, JsonRule rule) {
    StorableValue.Kind kind = StorableValue.Kind.of(rule.type());
    if (rule.most() == 0) {
      return object -> object.optionalValue(name, kind).map(StorableValue::text).orElse(null);
    }
    return object -> {
      rule.members().ifPresent(map -> object.texts(name, map));
      return object.optionalJson(name, kind, rule).orElse(null);
    };
  }

  private static Member integer(String name, NumberRule rule) {
    return object -> {
      OptionalLong number = object.optionalInteger(name, rule);
      return number.isPresent() ? number.getAsLong() : null;
    };
  }

  private static Member word(String name, Schema type) {
    Map<String, Object> words = words(type);
    TextRule rule = TextRule.oneOf(words, oneOf(words.keySet()));
    return object -> object.optionalText(name, rule).map(words::get).orElse(null);
  }

  /** An enum's values by their symbols. */
  private static Map<String, Object> words(Schema type) {
    Map<String, Object> words = new LinkedHashMap<>();
    try {
      for (Object value : Class.forName(type.getFullName()).getEnumConstants()) {
        words.put(value.toString(), value);
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(type.getFullName(), e);
    }
    return words;
  }

  private static String oneOf(Collection<String> words) {
    List<String> all = List.copyOf(words);
    int last = all.size() - 1;
    return "must be " + String.join(", ", all.subList(0, last)) + " or " + all.get(last);
  }

  private static Member texts(String name, ListRule rule) {
    TextRule unused = rule.texts();
    return object -> object.optionalTexts(name, rule).orElse(null);
  }

  private static Member map(String name, Schema values, MapRule rule) {
    return values.getType() == Schema.Type.BOOLEAN
        ? object -> object.flags(name, rule)
        : object -> object.texts(name, rule);
  }
}

package io.tributary.gateway.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.schemas.item.DynamoNumber;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.rule.ValueRule.JsonRule;
import io.tributary.schemas.rule.ValueRule.ListRule;
import io.tributary.schemas.rule.ValueRule.MapRule;
import io.tributary.schemas.rule.ValueRule.NumberRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An object of a request body, read member by member; null counts as absent. Reads throw {@link
 * InvalidInputException}; members without "optional" in the method's name are required.
 */
public final class RequestObject {

  private final ObjectNode node;
  private final FieldPath path;

  /** Present members that were read; too few for a set. */
  private final List<String> asked = new ArrayList<>();

  private final List<RequestObject> children = new ArrayList<>();
  private boolean everyAsked;

  private RequestObject(ObjectNode node, FieldPath path) {
    this.node = node;
    this.path = path;
  }

  static RequestObject root(ObjectNode node) {
    return new RequestObject(node, FieldPath.BODY);
  }

  public String text(String name, TextRule rule) {
    return optionalText(name, rule).orElseThrow(() -> missing(name));
  }

  public Optional<String> optionalText(String name, TextRule rule) {
    Optional<JsonNode> value = find(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!isText(value.get(), rule)) {
      throw noText(value.get(), rule, path.member(name));
    }
    return Optional.of(value.get().textValue());
  }

  /** A text or null; must be given. */
  public Optional<String> nullableText(String name, TextRule rule) {
    if (!has(name)) {
      throw missing(name);
    }
    return optionalText(name, rule);
  }

  public List<String> texts(String name, int most, TextRule rule) {
    return optionalTexts(name, most, rule).orElseThrow(() -> missing(name));
  }

  public Optional<List<String>> optionalTexts(String name, int most, TextRule rule) {
    return optionalTexts(name, new ListRule(0, most, Optional.of(rule)));
  }

  public Optional<List<String>> optionalTexts(String name, ListRule rule) {
    return find(name).map(value -> texts(name, requireArray(name, value), rule));
  }

  /** A required object of texts. */
  public Map<String, String> texts(String name, MapRule rule) {
    TextRule texts = rule.texts();
    return members(name, rule, (object, member) -> object.text(member, texts));
  }

  /** The same with null for no text. */
  public Map<String, String> nullableTexts(String name, MapRule rule) {
    TextRule texts = rule.texts();
    return members(name, rule, (object, member) -> object.optionalText(member, texts).orElse(null));
  }

  /** A required object of numbers in the notation of records; null for none. */
  public Map<String, String> numbers(String name, MapRule rule) {
    return members(name, rule, RequestObject::optionalNumber);
  }

  /** A required object of booleans. */
  public Map<String, Boolean> flags(String name, MapRule rule) {
    return members(name, rule, RequestObject::flag);
  }

  private <T> Map<String, T> members(
      String name, MapRule rule, BiFunction<RequestObject, String, @Nullable T> reader) {
    RequestObject object = object(name);
    if (object.node.size() > rule.most()) {
      throw violation(ErrorCode.INVALID_VALUE, name, rule.words());
    }
    TextRule names = rule.names();
    object.everyAsked = true;
    Map<String, T> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : object.node.properties()) {
      if (!names.accepts(member.getKey())) {
        throw object.violation(code(names), member.getKey(), "as a name " + names.words());
      }
      T value = reader.apply(object, member.getKey());
      if (value != null) {
        values.put(member.getKey(), value);
      }
    }
    return values;
  }

  public long integer(String name, NumberRule rule) {
    return optionalInteger(name, rule).orElseThrow(() -> missing(name));
  }

  /** An integer without fraction or exponent. */
  public OptionalLong optionalInteger(String name, NumberRule rule) {
    Optional<JsonNode> given = find(name);
    if (given.isEmpty()) {
      return OptionalLong.empty();
    }
    JsonNode value = given.get();
    boolean integral = value.isIntegralNumber() && value.canConvertToLong();
    if (!integral || !rule.accepts(value.longValue())) {
      throw violation(ErrorCode.INVALID_FORMAT, name, rule.words());
    }
    return OptionalLong.of(value.longValue());
  }

  public Optional<Boolean> optionalFlag(String name) {
    Optional<JsonNode> value = find(name);
    if (value.isPresent() && !value.get().isBoolean()) {
      throw violation(ErrorCode.INVALID_FORMAT, name, "must be true or false");
    }
    return value.map(JsonNode::booleanValue);
  }

  public StorableValue value(String name, StorableValue.Kind... kinds) {
    return optionalValue(name, kinds).orElseThrow(() -> missing(name));
  }

  /** A value stored as it was sent. */
  public Optional<StorableValue> optionalValue(String name, StorableValue.Kind... kinds) {
    Optional<JsonNode> value = find(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    for (StorableValue.Kind kind : kinds) {
      if (kind.fits(value.get())) {
        return Optional.of(StorableValue.of(kind, value.get(), path.member(name)));
      }
    }
    String rule = Stream.of(kinds).map(Object::toString).collect(Collectors.joining(" or "));
    throw violation(ErrorCode.INVALID_FORMAT, name, "must be " + rule);
  }

  /** Any value, null included; must be given. */
  public StorableValue anyValue(String name) {
    JsonNode value = ask(name);
    if (value == null) {
      throw missing(name);
    }
    return StorableValue.of(StorableValue.Kind.ANY, value, path.member(name));
  }

  /** JSON without white space. */
  public Optional<String> optionalJson(String name, StorableValue.Kind kind, JsonRule rule) {
    Optional<JsonNode> value = find(name);
    if (value.isPresent() && !kind.fits(value.get())) {
      throw violation(ErrorCode.INVALID_FORMAT, name, "must be " + kind);
    }
    Optional<String> json = value.map(JsonNode::toString);
    if (json.filter(text -> !rule.accepts(text)).isPresent()) {
      throw violation(ErrorCode.INVALID_VALUE, name, rule.words());
    }
    return json;
  }

  /** A number in the notation of records. */
  public @Nullable String optionalNumber(String name) {
    Optional<JsonNode> value = find(name);
    if (value.isEmpty()) {
      return null;
    }
    if (!value.get().isNumber()) {
      throw violation(ErrorCode.INVALID_FORMAT, name, "must be a number or null");
    }
    return DynamoNumber.textOf(value.get().decimalValue())
        .orElseThrow(() -> violation(ErrorCode.INVALID_VALUE, name, DynamoNumber.RULE));
  }

  public RequestObject object(String name) {
    return optionalObject(name).orElseThrow(() -> missing(name));
  }

  public Optional<RequestObject> optionalObject(String name) {
    Optional<JsonNode> value = find(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!(value.get() instanceof ObjectNode object)) {
      throw violation(ErrorCode.INVALID_FORMAT, name, "must be an object");
    }
    return Optional.of(child(object, path.member(name)));
  }

  /**
   * An object to look into and store as it is, so that no member counts as unknown. Empty for other
   * types.
   */
  public Optional<RequestObject> storedObject(String name) {
    return find(name)
        .filter(JsonNode::isObject)
        .map(value -> new RequestObject((ObjectNode) value, path.member(name)));
  }

  public StorableValue stored() {
    return StorableValue.of(StorableValue.Kind.MAP, node, path);
  }

  /** True if given, null included. */
  public boolean has(String name) {
    return node.has(name);
  }

  /** Length of a required array. */
  public int size(String name) {
    return array(name).size();
  }

  /** An element, which must be an object. */
  public RequestObject element(String name, int position) {
    FieldPath place = path.member(name).element(position);
    if (!(array(name).get(position) instanceof ObjectNode object)) {
      throw InvalidInputException.of(ErrorCode.INVALID_FORMAT, place, "must be an object");
    }
    return child(object, place);
  }

  public InvalidInputException violation(ErrorCode code, String name, String rule) {
    return InvalidInputException.of(code, path.member(name), rule);
  }

  /** Refuses members that were not read, in children too. */
  public void rejectUnknownMembers() {
    eachUnknown(
        member -> {
          throw InvalidInputException.of(ErrorCode.INVALID_FORMAT, member, "is not known");
        });
  }

  /** Number of members that were not read, in children too. */
  public int unknownMembers() {
    int unknown = everyAsked ? 0 : node.size() - asked.size();
    for (RequestObject child : children) {
      unknown += child.unknownMembers();
    }
    return unknown;
  }

  /** Paths of members that were not read, such as {@code readings[3].rssi}, at most so many. */
  public List<String> namesOfUnknownMembers(int most) {
    List<String> names = new ArrayList<>();
    eachUnknown(
        member -> {
          if (names.size() < most) {
            names.add(member.toString());
          }
        });
    return names;
  }

  private void eachUnknown(Consumer<FieldPath> visitor) {
    if (!everyAsked) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        if (!asked.contains(member.getKey())) {
          visitor.accept(path.member(member.getKey()));
        }
      }
    }
    children.forEach(child -> child.eachUnknown(visitor));
  }

  private static ErrorCode code(TextRule rule) {
    return rule.form() ? ErrorCode.INVALID_FORMAT : ErrorCode.INVALID_VALUE;
  }

  private static boolean isText(JsonNode value, TextRule rule) {
    return value.isTextual() && rule.accepts(value.textValue());
  }

  private static InvalidInputException noText(JsonNode value, TextRule rule, FieldPath place) {
    return value.isTextual()
        ? InvalidInputException.of(code(rule), place, rule.words())
        : InvalidInputException.of(ErrorCode.INVALID_FORMAT, place, "must be a string");
  }

  private List<String> texts(String name, JsonNode array, ListRule rule) {
    if (!rule.accepts(array.size())) {
      throw violation(ErrorCode.INVALID_VALUE, name, rule.words());
    }
    TextRule element = rule.texts();
    List<String> texts = new ArrayList<>();
    for (JsonNode value : array) {
      if (!isText(value, element)) {
        throw noText(value, element, path.member(name).element(texts.size()));
      }
      texts.add(value.textValue());
    }
    return texts;
  }

  private boolean flag(String name) {
    JsonNode value = ask(name);
    if (value == null || !value.isBoolean()) {
      throw violation(ErrorCode.INVALID_FORMAT, name, "must be true or false");
    }
    return value.booleanValue();
  }

  private JsonNode array(String name) {
    return requireArray(name, find(name).orElseThrow(() -> missing(name)));
  }

  private JsonNode requireArray(String name, JsonNode value) {
    if (!value.isArray()) {
      throw violation(ErrorCode.INVALID_FORMAT, name, "must be an array");
    }
    return value;
  }

  private RequestObject child(ObjectNode object, FieldPath place) {
    RequestObject child = new RequestObject(object, place);
    children.add(child);
    return child;
  }

  private Optional<JsonNode> find(String name) {
    return Optional.ofNullable(ask(name)).filter(value -> !value.isNull());
  }

  private @Nullable JsonNode ask(String name) {
    JsonNode value = node.get(name);
    if (value != null && !everyAsked && !asked.contains(name)) {
      asked.add(name);
    }
    return value;
  }

  public InvalidInputException missing(String name) {
    return violation(ErrorCode.MISSING_FIELD, name, "is required");
  }
}

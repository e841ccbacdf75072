package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.value.ValueReader;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code ExpressionAttributeNames} and {@code ExpressionAttributeValues} of a request. */
public final class Placeholders {
  private static final String NAMES = "ExpressionAttributeNames";
  private static final String VALUES = "ExpressionAttributeValues";
  private static final String LEGACY_NAMES =
      "AttributesToGet AttributeUpdates Expected ConditionalOperator KeyConditions QueryFilter "
          + "ScanFilter";
  private static final List<String> LEGACY = List.of(LEGACY_NAMES.split(" "));
  private static final Pattern ALIAS = Pattern.compile("#[A-Za-z0-9_]+");
  private static final Pattern VALUE = Pattern.compile(":[A-Za-z0-9_]+");
  private static final int KEY_LIMIT = 255;
  private static final int SIZE_LIMIT = 2 << 20;

  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Set<String> nested = new HashSet<>();
  private final Map<String, Set<String>> attributes = new HashMap<>();

  private Placeholders() {}

  /**
   * Reads them.
   *
   * @param expressions the operation's members that are expressions
   * @param namesKeys whether an error in a value names its placeholder, as some operations do
   */
  public static Placeholders of(Map<?, ?> request, List<String> expressions, boolean namesKeys) {
    Placeholders all = new Placeholders();
    refuseLegacy(request, expressions);
    all.requireExpressions(request, expressions);
    if (request.get(NAMES) instanceof Map<?, ?> given) {
      requireKeys(NAMES, given, ALIAS);
      given.forEach((key, name) -> all.names.put((String) key, (String) name));
    }
    if (request.get(VALUES) instanceof Map<?, ?> given) {
      requireKeys(VALUES, given, VALUE);
      given.forEach((key, value) -> all.values.put((String) key, read(key, value, namesKeys)));
    }
    all.requireSize();
    return all;
  }

  private static void refuseLegacy(Map<?, ?> request, List<String> expressions) {
    List<String> legacy = LEGACY.stream().filter(request::containsKey).toList();
    List<String> modern = expressions.stream().filter(request::containsKey).toList();
    DynamoDbException.refuse(
        !legacy.isEmpty() && !modern.isEmpty(),
        "Can not use both expression and non-expression parameters in the same request: "
            + "Non-expression parameters: {%s} Expression parameters: {%s}",
        String.join(", ", legacy),
        String.join(", ", modern));
    for (String name : legacy) {
      throw DynamoDbException.validation(
          "%s is not served by this server; it takes expressions", name);
    }
  }

  private void requireExpressions(Map<?, ?> request, List<String> expressions) {
    boolean none = expressions.stream().noneMatch(request::containsKey);
    DynamoDbException.refuse(
        none && request.containsKey(NAMES),
        "%s can only be specified when using expressions",
        NAMES);
    List<String> takers = expressions.stream().filter(one -> !one.startsWith("Proj")).toList();
    DynamoDbException.refuse(
        request.containsKey(VALUES) && takers.stream().noneMatch(request::containsKey),
        VALUES
            + " can only be specified when using expressions: "
            + String.join(" and ", takers)
            + (takers.size() > 1 ? " are null" : " is null"));
  }

  private static void requireKeys(String member, Map<?, ?> given, Pattern pattern) {
    DynamoDbException.refuse(given.isEmpty(), "%s must not be empty", member);
    for (Object key : given.keySet()) {
      String text = (String) key;
      DynamoDbException.refuse(
          !pattern.matcher(text).matches(),
          "%s contains invalid key: Syntax error; key: \"%s\"",
          member,
          text);
      DynamoDbException.refuse(
          text.length() > KEY_LIMIT,
          "%s contains invalid key: The expression attribute map key has exceeded "
              + "the maximum allowed size; key: \"%s\"",
          member,
          text);
    }
  }

  private static AttributeValue read(Object key, Object value, boolean namesKeys) {
    try {
      return ValueReader.value(value);
    } catch (DynamoDbException e) {
      throw namesKeys
          ? DynamoDbException.validation(
              "%s contains invalid value: %s for key %s", VALUES, e.text(), key)
          : e;
    }
  }

  private void requireSize() {
    long size = ItemSize.of(values);
    for (Map.Entry<String, String> name : names.entrySet()) {
      size += name.getKey().length() + (long) ItemSize.utf8(name.getValue());
    }
    DynamoDbException.refuse(
        size > SIZE_LIMIT,
        "The total size of expression attribute names and values has exceeded the "
            + "maximum allowed size");
  }

  /** Attributes of which the expressions name an element. */
  public Set<String> nested() {
    return nested;
  }

  /** Attributes that the expression of that name looks at. */
  public Set<String> attributes(String member) {
    return attributes.getOrDefault(member, Set.of());
  }

  void addPath(String member, Path path) {
    attributes.computeIfAbsent(member, any -> new LinkedHashSet<>()).add(path.attribute());
    if (!path.isTopLevel()) {
      nested.add(path.attribute());
    }
  }

  @Nullable String name(String alias) {
    used.add(alias);
    return names.get(alias);
  }

  @Nullable AttributeValue value(String placeholder) {
    used.add(placeholder);
    return values.get(placeholder);
  }

  /**
   * Ends the parsing of a request's expressions.
   *
   * @throws DynamoDbException if a placeholder stands in none of them
   */
  public void requireUsed() {
    for (String member : List.of(NAMES, VALUES)) {
      Set<String> unused = new TreeSet<>(member.equals(NAMES) ? names.keySet() : values.keySet());
      unused.removeAll(used);
      DynamoDbException.refuse(
          !unused.isEmpty(),
          "Value provided in %s unused in expressions: keys: {%s}",
          member,
          String.join(", ", unused));
    }
  }
}

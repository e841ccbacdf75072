package io.tributary.schemas.item;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of an item, or of a map within one: names, types and sources. An attribute whose
 * source gives null is absent. Values are String, Long, BigDecimal, Boolean, {@link Null}, List and
 * Map.
 *
 * @param <V> record of the values
 */
public final class Attributes<V> {

  /** Attribute with the item's revision. */
  public static final String REVISION = "rev";

  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MILLISECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final long FIRST_TIME = Instant.parse("0000-01-01T00:00:00Z").toEpochMilli();
  private static final long LAST_TIME = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  private final List<Attribute<V>> named = new ArrayList<>();
  private final List<Function<V, Map<String, ?>>> unnamed = new ArrayList<>();
  private final List<Consumer<V>> checks = new ArrayList<>();

  /** The value of DynamoDB's type NULL. */
  public enum Null {
    NULL
  }

  /**
   * An attribute.
   *
   * @param type as DynamoDB names it, such as {@code S}
   */
  public record Attribute<V>(
      String name, String type, Function<V, ? extends @Nullable Object> source) {

    private <W> Attribute<W> within(Function<W, V> part) {
      return new Attribute<>(name, type, part.andThen(source));
    }
  }

  /** A String attribute. */
  public Attributes<V> text(String name, Function<V, @Nullable String> source) {
    return add(name, "S", source);
  }

  /** A String attribute with the same text in every item. */
  public Attributes<V> constant(String name, String text) {
    return text(name, value -> text);
  }

  /** A String attribute with an enum's word. */
  public <E extends Enum<E>> Attributes<V> word(String name, Function<V, @Nullable E> source) {
    return present(name, "S", source, (field, word) -> word.name());
  }

  /** A String attribute, or NULL. */
  public Attributes<V> textOrNull(String name, Function<V, @Nullable String> source) {
    return add(
        name,
        "S, NULL",
        value -> {
          String text = source.apply(value);
          return text == null ? Null.NULL : text;
        });
  }

  /**
   * A String attribute that is the key of an index; {@link UnstorableException} for an empty one,
   * which DynamoDB refuses. Without it the item is in no index.
   */
  public Attributes<V> indexKey(String name, Function<V, @Nullable String> source) {
    return present(
        name,
        "S",
        source,
        (field, text) -> {
          if (text.isEmpty()) {
            throw new UnstorableException(field + " is the key of an index and empty");
          }
          return text;
        });
  }

  public Attributes<V> flag(String name, Function<V, @Nullable Boolean> source) {
    return add(name, "BOOL", source);
  }

  public Attributes<V> number(String name, Function<V, @Nullable Long> source) {
    return add(name, "N", source);
  }

  /** The revision of the item. */
  public Attributes<V> revision(Function<V, Long> source) {
    return number(REVISION, source);
  }

  /** A Number attribute of decimal text; {@link UnstorableException} where it is none. */
  public Attributes<V> decimal(String name, Function<V, @Nullable String> source) {
    return present(name, "N", source, Attributes::decimalOf);
  }

  /** The number of decimal text; {@link UnstorableException} names the attribute. */
  static BigDecimal decimalOf(String name, String text) {
    return DynamoNumber.of(text)
        .orElseThrow(() -> new UnstorableException(name + ' ' + DynamoNumber.RULE));
  }

  /**
   * A String attribute of the second of a time in epoch milliseconds: {@code YYYY-MM-DDTHH:MM:SSZ},
   * which sorts; {@link UnstorableException} for a year without four digits.
   */
  public Attributes<V> second(String name, Function<V, @Nullable Long> source) {
    return present(name, "S", source, (field, at) -> timeOf(field, at, SECOND) + 'Z');
  }

  /** As {@link #second}, without a zone: {@code YYYY-MM-DDTHH:MM:SS}, which is in UTC. */
  public Attributes<V> zonelessSecond(String name, Function<V, @Nullable Long> source) {
    return present(name, "S", source, (field, at) -> timeOf(field, at, SECOND));
  }

  /** As {@link #second}, with its milliseconds: {@code YYYY-MM-DDTHH:MM:SS.mmmZ}. */
  public Attributes<V> millisecond(String name, Function<V, @Nullable Long> source) {
    return present(name, "S", source, (field, at) -> timeOf(field, at, MILLISECOND));
  }

  private static String timeOf(String name, long epochMillis, DateTimeFormatter format) {
    if (epochMillis < FIRST_TIME || epochMillis > LAST_TIME) {
      throw new UnstorableException(name + " is not within the years 0000 to 9999");
    }
    return format.format(Instant.ofEpochMilli(epochMillis));
  }

  /** A List attribute of Strings, present even if it is empty. */
  public Attributes<V> texts(String name, Function<V, @Nullable List<String>> source) {
    return add(name, "L", source);
  }

  /** A List attribute of Maps, present even if it is empty. */
  public <E> Attributes<V> maps(String name, Function<V, List<E>> source, Attributes<E> elements) {
    return present(name, "L", source, (field, list) -> list.stream().map(elements::of).toList());
  }

  /** A Map attribute, present even if it is empty; absent without a part. */
  public <E> Attributes<V> map(
      String name, Function<V, @Nullable E> source, Attributes<E> members) {
    return present(name, "M", source, (field, part) -> members.of(part));
  }

  /**
   * A Map or List attribute of a JSON text, at any depth; {@link UnstorableException} for another
   * text, or for values that DynamoDB cannot hold.
   */
  public Attributes<V> json(String name, Function<V, @Nullable String> source) {
    return present(name, "M, L", source, JsonAttribute::structure);
  }

  /** As {@link #json}, of any JSON value. */
  public Attributes<V> anyJson(String name, Function<V, @Nullable String> source) {
    return present(name, "any", source, JsonAttribute::of);
  }

  /** Attributes of a part of the record. */
  public <E> Attributes<V> all(Function<V, E> part, Attributes<E> attributes) {
    attributes.named.forEach(attribute -> named.add(attribute.within(part)));
    attributes.checks.forEach(check -> checks.add(value -> check.accept(part.apply(value))));
    return this;
  }

  /** Attributes whose names the record gives, besides the others. */
  public Attributes<V> others(Function<V, Map<String, ?>> source) {
    unnamed.add(source);
    return this;
  }

  /** As {@link #others}, of numbers as decimal text. */
  public Attributes<V> otherDecimals(Function<V, Map<String, String>> source) {
    return others(
        value -> {
          Map<String, BigDecimal> numbers = new HashMap<>();
          source.apply(value).forEach((name, text) -> numbers.put(name, decimalOf(name, text)));
          return numbers;
        });
  }

  /** A rule of the record; an exception for one that no item can hold. */
  public Attributes<V> check(Consumer<V> rule) {
    checks.add(rule);
    return this;
  }

  /** Values of a record by name. */
  public Map<String, Object> of(V value) {
    checks.forEach(check -> check.accept(value));
    Map<String, Object> members = new HashMap<>();
    for (Attribute<V> attribute : named) {
      Object content = attribute.source().apply(value);
      if (content != null) {
        members.put(attribute.name(), content);
      }
    }
    unnamed.forEach(others -> members.putAll(others.apply(value)));
    return members;
  }

  /** Attributes with names of their own. */
  public List<Attribute<V>> named() {
    return List.copyOf(named);
  }

  private <T> Attributes<V> present(
      String name,
      String type,
      Function<V, @Nullable T> source,
      BiFunction<String, T, Object> content) {
    return add(
        name,
        type,
        value -> {
          T given = source.apply(value);
          return given == null ? null : content.apply(name, given);
        });
  }

  private Attributes<V> add(
      String name, String type, Function<V, ? extends @Nullable Object> source) {
    named.add(new Attribute<>(name, type, source));
    return this;
  }
}

package io.tributary.channels.event;

import io.tributary.channels.json.JsonArray;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonValue;
import io.tributary.channels.json.TextRange;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A part of a request, an event or several, and the other parts to cut out of the body. */
public record BatchSlice(
    FieldPath place, TextRange own, List<TextRange> others, ChannelKey channel) {

  public static BatchSlice whole(JsonObject root, ChannelKey channel) {
    return new BatchSlice(root.place(), root.span(), List.of(), channel);
  }

  public BatchSlice item(JsonArray array, int index) {
    JsonValue item = array.items().get(index);
    return new BatchSlice(
        array.place().element(index), item.span(), joined(others, array.allBut(item)), channel);
  }

  public BatchSlice without(JsonArray array) {
    return new BatchSlice(place, own, joined(others, List.of(array.content())), channel);
  }

  /** The same with one item of an array left out before. */
  public BatchSlice with(JsonArray array, JsonValue item) {
    List<TextRange> left = others.stream().filter(Predicate.not(array.content()::equals)).toList();
    return new BatchSlice(place, own, joined(left, array.allBut(item)), channel);
  }

  public BatchSlice through(ChannelKey other) {
    return new BatchSlice(place, own, others, other);
  }

  private static List<TextRange> joined(List<TextRange> some, List<TextRange> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }
}

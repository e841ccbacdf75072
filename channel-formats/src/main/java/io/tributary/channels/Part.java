package io.tributary.channels;

import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.key.ChannelKey;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A part of a request: an event, or what holds several.
 *
 * @param own its text
 * @param others what to leave out of the body, so that this part alone is told of
 * @param channel that it came through, as far as it is known by then
 */
record Part(FieldPath place, Span own, List<Span> others, ChannelKey channel) {

  static Part whole(JsonObject root, ChannelKey channel) {
    return new Part(root.place(), root.span(), List.of(), channel);
  }

  Part item(JsonArray array, int index) {
    JsonValue item = array.items().get(index);
    return new Part(
        array.place().element(index), item.span(), joined(others, array.allBut(item)), channel);
  }

  Part without(JsonArray array) {
    return new Part(place, own, joined(others, List.of(array.content())), channel);
  }

  /** The same with one item of an array left out before. */
  Part with(JsonArray array, JsonValue item) {
    List<Span> left = others.stream().filter(Predicate.not(array.content()::equals)).toList();
    return new Part(place, own, joined(left, array.allBut(item)), channel);
  }

  Part through(ChannelKey other) {
    return new Part(place, own, others, other);
  }

  private static List<Span> joined(List<Span> some, List<Span> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }
}

package io.tributary.operations.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.operations.topics.RecordJson;
import io.tributary.operations.verify.ItemKey;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.TopicKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records that name an id: in their headers, key, value, or in the key of an item that the sink
 * writes for them.
 */
final class IdMatch {

  /** Shorter pieces of an id are in too many records. */
  private static final int LEAST_PIECE = 4;

  private final String id;
  private final Pattern whole;
  private final List<byte[]> pieces;
  private final RecordJson json;
  private final RecordItems items;

  IdMatch(String id, RecordJson json, RecordItems items) {
    this.id = id;
    this.json = json;
    this.items = items;
    whole = Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(id) + "(?![A-Za-z0-9])");
    pieces = pieces(id);
  }

  /**
   * Long pieces of an id, or the longest one: a key of an item joins ids that are separate in a
   * record.
   */
  private static List<byte[]> pieces(String id) {
    List<String> all =
        Arrays.stream(id.split("[ =#|/]"))
            .filter(piece -> !piece.isEmpty())
            .sorted(Comparator.comparing(String::length).reversed())
            .toList();
    Stream<String> used =
        all.isEmpty()
            ? Stream.of(id)
            : Stream.concat(
                all.stream().limit(1),
                all.stream().skip(1).filter(piece -> piece.length() >= LEAST_PIECE));
    return used.map(piece -> piece.getBytes(UTF_8)).toList();
  }

  boolean test(TracedRecord record) {
    return record.event().equals(id)
        || record.place().toString().equals(id)
        || record.header(RecordHeader.REQUEST_ID).equals(id)
        || (isNear(record) && (isInKey(record) || isInItem(record) || isInValue(record)));
  }

  private boolean isNear(TracedRecord record) {
    return pieces.stream()
        .anyMatch(
            piece ->
                contains(record.record().key(), piece) || contains(record.record().value(), piece));
  }

  private boolean isInKey(TracedRecord record) {
    return whole.matcher(record.key()).find();
  }

  private boolean isInItem(TracedRecord record) {
    return record.kind() == TopicKind.RECORDS
        && items.of(record.record()).stream()
            .map(RecordItems.Written::key)
            .anyMatch(key -> key.toString().equals(id) || isPart(key));
  }

  private boolean isPart(ItemKey key) {
    return key.texts().containsValue(id);
  }

  private boolean isInValue(TracedRecord record) {
    return isIn(json.value(record.record().value()));
  }

  private boolean isIn(JsonNode node) {
    if (node.isContainerNode()) {
      for (JsonNode member : node) {
        if (isIn(member)) {
          return true;
        }
      }
      return false;
    }
    return whole.matcher(node.asText()).find();
  }

  private static boolean contains(byte @Nullable [] bytes, byte[] piece) {
    if (bytes == null) {
      return false;
    }
    for (int at = 0; at <= bytes.length - piece.length; at++) {
      if (bytes[at] == piece[0]
          && Arrays.equals(bytes, at, at + piece.length, piece, 0, piece.length)) {
        return true;
      }
    }
    return false;
  }
}

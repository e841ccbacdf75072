package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemCodec;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.value.ValueType;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A record of a stream: stored as an item, read as GetRecords has it. */
final class StreamRecord {
  private static final String KEYS = "Keys";
  private static final String NEW = "NewImage";
  private static final String OLD = "OldImage";
  private static final String TIME = "Time";
  private static final String EXPIRED = "Expired";
  private static final String BEFORE = "Before";
  private static final String AFTER = "After";

  private static final List<String> IMAGES = List.of(KEYS, NEW, OLD);
  private static final Map<String, String> BY_TIME_TO_LIVE =
      Map.of("PrincipalId", "dynamodb.amazonaws.com", "Type", "Service");

  private StreamRecord() {}

  static byte[] stored(ItemChange change, String view, long milliseconds) {
    Map<String, AttributeValue> record = new LinkedHashMap<>();
    record.put(KEYS, AttributeValue.of(change.keys()));
    record.put(TIME, AttributeValue.of(milliseconds));
    record.put(BEFORE, new AttributeValue(ValueType.BOOL, change.before() != null));
    record.put(AFTER, new AttributeValue(ValueType.BOOL, change.after() != null));
    record.put(EXPIRED, new AttributeValue(ValueType.BOOL, change.expired()));
    if (change.after() != null && view.startsWith("NEW_")) {
      record.put(NEW, AttributeValue.of(change.after()));
    }
    if (change.before() != null && view.contains("OLD_IMAGE")) {
      record.put(OLD, AttributeValue.of(change.before()));
    }
    return ItemCodec.encode(record);
  }

  static long milliseconds(byte[] stored) {
    return Long.parseLong(member(ItemCodec.decode(stored), TIME).text());
  }

  /** Bytes of keys and images. */
  static int size(Map<String, AttributeValue> record) {
    int size = 0;
    for (String part : IMAGES) {
      size += record.containsKey(part) ? ItemSize.of(member(record, part).members()) : 0;
    }
    return size;
  }

  static Map<String, Object> described(
      Map<String, AttributeValue> record, StreamDefinition stream, long sequence) {
    Map<String, Object> change =
        Members.of(
            "ApproximateCreationDateTime",
            Long.parseLong(member(record, TIME).text()) / 1000.0,
            "SequenceNumber",
            SequenceNumber.text(sequence),
            "SizeBytes",
            size(record),
            "StreamViewType",
            stream.view());
    for (String part : IMAGES) {
      if (record.containsKey(part)) {
        change.put(part, member(record, part).members());
      }
    }
    return Members.of(
        "eventID",
        "%016x%016x".formatted(stream.id(), sequence),
        "eventName",
        name(record),
        "eventVersion",
        "1.1",
        "eventSource",
        "aws:dynamodb",
        "awsRegion",
        "us-east-1",
        "dynamodb",
        change,
        "userIdentity",
        is(record, EXPIRED) ? BY_TIME_TO_LIVE : null);
  }

  private static String name(Map<String, AttributeValue> record) {
    if (!is(record, AFTER)) {
      return "REMOVE";
    }
    return is(record, BEFORE) ? "MODIFY" : "INSERT";
  }

  private static boolean is(Map<String, AttributeValue> record, String member) {
    return member(record, member).content().equals(true);
  }

  private static AttributeValue member(Map<String, AttributeValue> record, String name) {
    return Objects.requireNonNull(record.get(name), name);
  }
}

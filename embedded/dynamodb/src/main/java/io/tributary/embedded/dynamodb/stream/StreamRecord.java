package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.AttributeValue.Bool;
import io.tributary.embedded.dynamodb.value.AttributeValue.M;
import io.tributary.embedded.dynamodb.value.AttributeValue.N;
import io.tributary.embedded.dynamodb.value.ItemCodec;
import io.tributary.embedded.dynamodb.value.ItemSize;
import java.util.LinkedHashMap;
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

  private StreamRecord() {}

  static byte[] stored(ItemChange change, String view, long milliseconds) {
    Map<String, AttributeValue> record = new LinkedHashMap<>();
    record.put(KEYS, new M(change.keys()));
    record.put(TIME, N.of(milliseconds));
    record.put(BEFORE, new Bool(change.before() != null));
    record.put(AFTER, new Bool(change.after() != null));
    record.put(EXPIRED, new Bool(change.expired()));
    if (change.after() != null && view.startsWith("NEW_")) {
      record.put(NEW, new M(change.after()));
    }
    if (change.before() != null && view.contains("OLD_IMAGE")) {
      record.put(OLD, new M(change.before()));
    }
    return ItemCodec.encode(record);
  }

  static long milliseconds(byte[] stored) {
    return Long.parseLong(((N) member(ItemCodec.decode(stored), TIME)).text());
  }

  /** Bytes of keys and images. */
  static int size(Map<String, AttributeValue> record) {
    int size = 0;
    for (String part : new String[] {KEYS, NEW, OLD}) {
      size += record.get(part) instanceof M map ? ItemSize.of(map.members()) : 0;
    }
    return size;
  }

  static Map<String, Object> described(
      Map<String, AttributeValue> record, StreamDefinition stream, long sequence) {
    Map<String, Object> change = new LinkedHashMap<>();
    double seconds = Long.parseLong(((N) member(record, TIME)).text()) / 1000.0;
    change.put("ApproximateCreationDateTime", seconds);
    for (String part : new String[] {KEYS, NEW, OLD}) {
      if (record.get(part) instanceof M map) {
        change.put(part, map.members());
      }
    }
    change.put("SequenceNumber", SequenceNumber.text(sequence));
    change.put("SizeBytes", size(record));
    change.put("StreamViewType", stream.view());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("eventID", "%016x%016x".formatted(stream.id(), sequence));
    json.put("eventName", name(record));
    json.put("eventVersion", "1.1");
    json.put("eventSource", "aws:dynamodb");
    json.put("awsRegion", "us-east-1");
    json.put("dynamodb", change);
    if (is(record, EXPIRED)) {
      json.put("userIdentity", Map.of("PrincipalId", "dynamodb.amazonaws.com", "Type", "Service"));
    }
    return json;
  }

  private static String name(Map<String, AttributeValue> record) {
    if (!is(record, AFTER)) {
      return "REMOVE";
    }
    return is(record, BEFORE) ? "MODIFY" : "INSERT";
  }

  private static boolean is(Map<String, AttributeValue> record, String member) {
    return ((Bool) member(record, member)).value();
  }

  private static AttributeValue member(Map<String, AttributeValue> record, String name) {
    return Objects.requireNonNull(record.get(name), name);
  }
}

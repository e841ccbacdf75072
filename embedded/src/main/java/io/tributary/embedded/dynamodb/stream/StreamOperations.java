package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Scan;
import io.tributary.embedded.dynamodb.store.View;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import io.tributary.embedded.dynamodb.wire.RawJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** ListStreams, DescribeStream, GetShardIterator and GetRecords. */
public final class StreamOperations {
  private static final long ITERATOR_LIFE = Duration.ofMinutes(15).toMillis();
  private static final int RECORDS = 1000;
  private static final int PAGE_BYTES = 1 << 20;
  private static final int PAGE = 100;

  private final Streams streams;

  /** The operations on these streams. */
  public StreamOperations(Streams streams) {
    this.streams = streams;
  }

  /** By name. */
  public Map<String, Operation> all() {
    return Map.of(
        "ListStreams", this::list,
        "DescribeStream", this::describe,
        "GetShardIterator", this::iterator,
        "GetRecords", this::records);
  }

  private Map<String, ?> list(Map<String, Object> request) {
    String start = Members.text(request, "ExclusiveStartStreamArn", "");
    int limit = Members.number(request, "Limit", PAGE);
    String table = Members.text(request, "TableName", "");
    List<StreamDefinition> found =
        streams.all().stream()
            .filter(one -> table.isEmpty() || one.tableName().equals(table))
            .filter(one -> one.arn().compareTo(start) > 0)
            .limit(limit)
            .toList();
    List<Map<String, Object>> listed = found.stream().map(StreamDefinition::listed).toList();
    String last = found.size() == limit ? found.get(limit - 1).arn() : null;
    return Members.of("Streams", listed, "LastEvaluatedStreamArn", last);
  }

  private StreamDefinition stream(String arn) {
    DynamoDbException.refuse(
        !arn.matches("arn:[^:]*:dynamodb:[^:]*:[0-9]*:table/[a-zA-Z0-9_.-]+/stream/[^/]+"),
        "Invalid StreamArn: %s",
        arn);
    return DynamoDbException.found(streams.byArn(arn), ": Stream: %s not found", arn);
  }

  private Map<String, ?> describe(Map<String, Object> request) {
    StreamDefinition stream = stream(Members.text(request, "StreamArn"));
    String start = Members.text(request, "ExclusiveStartShardId", "");
    int limit = Members.number(request, "Limit", PAGE);
    List<Shard> shards = new ArrayList<>(stream.shards());
    if (request.get("ShardFilter") instanceof Map<?, ?> filter) {
      shards.removeIf(shard -> !Objects.equals(shard.parent(), filter.get("ShardId")));
    }
    shards.removeIf(shard -> shard.id().compareTo(start) <= 0);
    return Map.of(
        "StreamDescription",
        Members.of(
            "StreamArn", stream.arn(),
            "StreamLabel", stream.label(),
            "StreamStatus", stream.ended() == null ? "ENABLED" : "DISABLED",
            "StreamViewType", stream.view(),
            "CreationRequestDateTime", stream.created() / 1000.0,
            "TableName", stream.tableName(),
            "KeySchema", stream.keySchema(),
            "Shards", shards.stream().limit(limit).map(Shard::described).toList(),
            "LastEvaluatedShardId", shards.size() > limit ? shards.get(limit - 1).id() : null));
  }

  private Map<String, ?> iterator(Map<String, Object> request) {
    StreamDefinition stream = stream(Members.text(request, "StreamArn"));
    Shard shard = shard(stream, Members.text(request, "ShardId"));
    String type = Members.text(request, "ShardIteratorType");
    boolean numbered = type.endsWith("SEQUENCE_NUMBER");
    DynamoDbException.refuse(
        numbered != request.containsKey("SequenceNumber"),
        numbered
            ? "SequenceNumber must be specified for ShardIteratorType " + type
            : "SequenceNumber must not be specified for ShardIteratorType " + type);
    long position =
        switch (type) {
          case "TRIM_HORIZON" -> Math.max(shard.first(), stream.trimmed() + 1);
          case "LATEST" -> streams.upcoming();
          default -> position(stream, shard, type, Members.text(request, "SequenceNumber"));
        };
    return Map.of("ShardIterator", iterator(stream, shard, position));
  }

  private static Shard shard(StreamDefinition stream, String id) {
    return DynamoDbException.found(
        stream.shard(id), ": Shard: %s in Stream: %s not found", id, stream.arn());
  }

  private static long position(StreamDefinition stream, Shard shard, String type, String number) {
    long given = Shard.sequenceNumber(number);
    long position = type.startsWith("AT") ? given : given + 1;
    if (position <= stream.trimmed()) {
      throw trimmed();
    }
    DynamoDbException.refuse(
        given < shard.first() || (shard.last() != null && given > shard.last()),
        "Invalid SequenceNumber: %s is not in the range of %s",
        number,
        shard.id());
    return position;
  }

  private static DynamoDbException trimmed() {
    return DynamoDbException.service(
        "TrimmedDataAccessException",
        "The operation attempted to read past the oldest stream record in a shard.");
  }

  private String iterator(StreamDefinition stream, Shard shard, long position) {
    String place = shard.id() + '|' + position + '|' + streams.now();
    return stream.arn()
        + "|1|"
        + Base64.getEncoder().encodeToString(place.getBytes(StandardCharsets.UTF_8));
  }

  private Map<String, ?> records(Map<String, Object> request) {
    String iterator = Members.text(request, "ShardIterator");
    String[] parts = iterator.split("\\|", -1);
    String[] place = parts.length == 3 ? place(parts[2]) : new String[0];
    DynamoDbException.refuse(place.length != 3, "Invalid ShardIterator: %s", iterator);
    if (streams.now() - Long.parseLong(place[2]) > ITERATOR_LIFE) {
      throw DynamoDbException.service(
          "ExpiredIteratorException", "The provided iterator is older than 15 minutes.");
    }
    StreamDefinition stream;
    View view;
    // A shard that is seen closed has all of its records, one that is seen open none of its
    // child's.
    synchronized (streams) {
      stream = stream(parts[0]);
      view = streams.store().view();
    }
    try (view) {
      long position = Long.parseLong(place[1]);
      if (position <= stream.trimmed()) {
        throw trimmed();
      }
      Shard shard = shard(stream, place[0]);
      long end = shard.last() == null ? Long.MAX_VALUE : shard.last() + 1;
      Key from = Streams.recordKey(stream.id(), position);
      Range range = new Range(from, Streams.recordKey(stream.id(), end));
      try (Scan scan = view.scan(range, true)) {
        return page(stream, shard, position, scan, Members.number(request, "Limit", RECORDS));
      }
    }
  }

  private static String[] place(String opaque) {
    try {
      String text = new String(Base64.getDecoder().decode(opaque), StandardCharsets.UTF_8);
      return text.matches("[^|]+\\|[0-9]{1,18}\\|[0-9]{1,18}")
          ? text.split("\\|", -1)
          : new String[0];
    } catch (IllegalArgumentException e) {
      return new String[0];
    }
  }

  private Map<String, ?> page(
      StreamDefinition stream, Shard shard, long position, Scan scan, int limit) {
    List<RawJson> records = new ArrayList<>();
    long next = position;
    int bytes = 0;
    boolean more = false;
    while (scan.next() && !more) {
      byte[] record = scan.value();
      bytes += StreamRecord.size(record);
      more = records.size() == limit || (bytes > PAGE_BYTES && !records.isEmpty());
      if (!more) {
        records.add(StreamRecord.json(record));
        next = Streams.sequenceOf(scan.key()) + 1;
      }
    }
    boolean goesOn = more || shard.last() == null;
    return Members.of(
        "Records", records, "NextShardIterator", goesOn ? iterator(stream, shard, next) : null);
  }
}

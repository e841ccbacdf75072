package io.tributary.operations.trace;

import io.tributary.operations.kafka.RecordHead;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.topic.TopicKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Records of an event, the first of them up to a limit, with the items that the sink writes for
 * them. Values are kept while there is room for them.
 */
final class EventRecords {

  private final int most;
  private final ByteRoom room;
  private final Map<Origin, List<RecordItems.Written>> items = new HashMap<>();
  private final List<TracedRecord> records = new ArrayList<>();
  private int omitted;

  EventRecords(int most, ByteRoom room) {
    this.most = most;
    this.room = room;
  }

  /** Bytes of values that a question may keep. */
  static final class ByteRoom {

    private long left;

    ByteRoom(long left) {
      this.left = left;
    }

    private TracedRecord kept(TracedRecord record) {
      int size = RecordHead.size(record.record());
      if (size > left) {
        return new TracedRecord(record.topic(), RecordHead.of(record.record()));
      }
      left -= size;
      return record;
    }
  }

  void add(TracedRecord whole, RecordItems written) {
    if (records.size() < most) {
      TracedRecord kept = room.kept(whole);
      records.add(kept);
      if (whole.kind() == TopicKind.RECORDS) {
        items.put(whole.place(), written.of(whole.record()));
      }
    } else {
      omitted++;
    }
  }

  /** Items that the sink writes for a record of this event. */
  List<RecordItems.Written> items(TracedRecord record) {
    return items.getOrDefault(record.place(), List.of());
  }

  List<TracedRecord> all() {
    return records;
  }

  Stream<TracedRecord> of(TopicKind kind) {
    return records.stream().filter(record -> record.kind() == kind);
  }

  /** Count of records beyond the limit. */
  int omitted() {
    return omitted;
  }
}

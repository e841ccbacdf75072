package io.tributary.operations.trace;

import io.tributary.schemas.topic.TopicKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Records of an event, the first of them up to a limit. */
final class EventRecords {

  private final int most;
  private final List<TracedRecord> records = new ArrayList<>();
  private int omitted;

  EventRecords(int most) {
    this.most = most;
  }

  void add(TracedRecord record) {
    if (records.size() < most) {
      records.add(record);
    } else {
      omitted++;
    }
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

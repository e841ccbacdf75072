package io.tributary.simulation.dynamo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes of the items whose partition keys' hashes are in one range, while it is open. */
final class StreamShard {

  private final String id;
  private final @Nullable String parent;
  private final long from;
  private final long to;
  private final long firstNumber;
  private final List<Change> changes = new ArrayList<>();

  /** How many of the changes have gone, from the first on. */
  private int trimmed;

  private @Nullable Instant closedAt;
  private long lastNumber;

  /**
   * An open shard.
   *
   * @param from least hash
   * @param to greater than every hash
   */
  StreamShard(String id, @Nullable String parent, long from, long to, long firstNumber) {
    this.id = id;
    this.parent = parent;
    this.from = from;
    this.to = to;
    this.firstNumber = firstNumber;
  }

  String id() {
    return id;
  }

  @Nullable String parent() {
    return parent;
  }

  long from() {
    return from;
  }

  long to() {
    return to;
  }

  long firstNumber() {
    return firstNumber;
  }

  /** Of a closed shard: not less than the number of its last change. */
  long lastNumber() {
    return lastNumber;
  }

  boolean isOpen() {
    return closedAt == null;
  }

  void add(Change change) {
    changes.add(change);
  }

  void close(Instant at, long number) {
    closedAt = at;
    lastNumber = number;
  }

  /** Index of the oldest change that has not gone. */
  int trimmed() {
    return trimmed;
  }

  /** Index behind the newest change. */
  int end() {
    return changes.size();
  }

  List<Change> changes(int first, int behind) {
    return changes.subList(first, behind);
  }

  /** Index behind the change of that number, or of the last one before it. */
  int indexAfter(long number) {
    int index = 0;
    while (index < changes.size() && changes.get(index).number() <= number) {
      index++;
    }
    return index;
  }

  void trim(Instant horizon) {
    while (trimmed < changes.size() && changes.get(trimmed).at().isBefore(horizon)) {
      trimmed++;
    }
  }

  boolean wasClosedBefore(Instant time) {
    return closedAt != null && closedAt.isBefore(time);
  }
}

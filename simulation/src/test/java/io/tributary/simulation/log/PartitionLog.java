package io.tributary.simulation.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** One partition: records and markers of transactions, each at its offset. */
final class PartitionLog {

  private final TopicPartition partition;
  private final List<Entry> entries = new ArrayList<>();

  /** First offset of each transaction that is open here. */
  private final Map<Transaction, Long> open = new LinkedHashMap<>();

  private long start;
  private long end;

  PartitionLog(TopicPartition partition) {
    this.partition = partition;
  }

  private record Entry(ConsumerRecord<byte[], byte[]> record, @Nullable Transaction transaction) {

    long offset() {
      return record.offset();
    }

    boolean isCommitted() {
      return transaction == null || transaction.state() == Transaction.State.COMMITTED;
    }
  }

  /** Appends a record and returns its offset. */
  long append(ProducerRecord<byte[], byte[]> record, long now, @Nullable Transaction transaction) {
    long offset = end++;
    Long given = record.timestamp();
    entries.add(
        new Entry(
            new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                offset,
                given == null ? now : given,
                TimestampType.CREATE_TIME,
                record.key() == null ? -1 : record.key().length,
                record.value() == null ? -1 : record.value().length,
                record.key(),
                record.value(),
                new RecordHeaders(record.headers().toArray()),
                java.util.Optional.empty()),
            transaction));
    if (transaction != null) {
      open.putIfAbsent(transaction, offset);
      transaction.touch(this);
    }
    return offset;
  }

  /** Writes the marker of a transaction, which takes an offset. */
  void mark(Transaction transaction) {
    open.remove(transaction);
    end++;
  }

  long start() {
    return start;
  }

  long end() {
    return end;
  }

  /** The last stable offset: records from here on may yet be aborted. */
  long stable() {
    return open.values().stream().mapToLong(Long::longValue).min().orElse(end);
  }

  /**
   * Reads committed records from an offset on.
   *
   * @return the offset to go on from, behind markers and aborted records
   */
  long read(long from, int most, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    long stable = stable();
    int taken = 0;
    for (int i = indexOf(from); i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry.offset() >= stable) {
        break;
      }
      if (entry.isCommitted()) {
        if (taken++ == most) {
          return entry.offset();
        }
        reader.accept(entry.record());
      }
    }
    return Math.max(from, stable);
  }

  /** True when there is a committed record from an offset on. */
  boolean holds(long from) {
    for (int i = indexOf(from); i < entries.size(); i++) {
      if (entries.get(i).isCommitted()) {
        return true;
      }
    }
    return false;
  }

  private int indexOf(long offset) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).offset() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Committed records. */
  List<ConsumerRecord<byte[], byte[]>> committed() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long unused = read(start, Integer.MAX_VALUE, records::add);
    return records;
  }

  /**
   * Keeps the newest record of each key, of those before an offset; offsets stay.
   *
   * @param tombstonesBefore epoch milliseconds; older tombstones go as well
   */
  void compact(long before, long tombstonesBefore) {
    long limit = Math.min(before, stable());
    Map<Bytes, Long> newest = new HashMap<>();
    for (Entry entry : entries) {
      if (entry.isCommitted() && entry.record().key() != null && entry.offset() < limit) {
        newest.put(Bytes.wrap(entry.record().key()), entry.offset());
      }
    }
    entries.removeIf(entry -> entry.offset() < limit && !isKept(entry, newest, tombstonesBefore));
  }

  private static boolean isKept(Entry entry, Map<Bytes, Long> newest, long tombstonesBefore) {
    byte[] key = entry.record().key();
    if (key == null || !entry.isCommitted()) {
      return false;
    }
    Long last = newest.get(Bytes.wrap(key));
    return last != null
        && last == entry.offset()
        && (entry.record().value() != null || entry.record().timestamp() >= tombstonesBefore);
  }

  /** Drops the records before an offset, as retention does. */
  void dropBefore(long offset) {
    start = Math.max(start, Math.min(offset, stable()));
    entries.removeIf(entry -> entry.offset() < start);
  }
}

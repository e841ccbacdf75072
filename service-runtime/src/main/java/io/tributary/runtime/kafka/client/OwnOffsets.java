package io.tributary.runtime.kafka.client;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offsets of a group of ours, with a copy in a group of its own, by which the next start notices
 * that another program has set them. One thread at a time, except for {@link #last}.
 */
final class OwnOffsets {

  /**
   * Metadata of a commit of ours, by which it differs from that of a foreign program: as Kafka
   * Streams writes an unknown time, in version 1.
   */
  static final String METADATA =
      Base64.getEncoder()
          .encodeToString(ByteBuffer.allocate(1 + Long.BYTES).put((byte) 1).putLong(-1).array());

  private static final Logger log = LoggerFactory.getLogger(OwnOffsets.class);
  private static final long LIMIT_MILLIS = 5000;

  /** Kafka forgets offsets that are not committed for days. */
  private static final Duration FRESH = Duration.ofHours(1);

  private final Admin admin;
  private final String group;
  private final String copy;
  private final Ticker ticker;
  private volatile Map<TopicPartition, OffsetAndMetadata> copied = Map.of();
  private Deadline fresh;

  OwnOffsets(Admin admin, String group, Ticker ticker) {
    this.admin = admin;
    this.group = group;
    this.ticker = ticker;
    copy = group + "-copy";
    fresh = Deadline.after(Duration.ZERO, ticker);
  }

  /**
   * Commits the beginnings of logs that the group has not begun to read, so that records which
   * vanish before it does are missed, and takes back commits of other programs past its own. An
   * offset in the open transaction of a killed process stays as it is: it may yet be committed.
   *
   * @param starts first offsets of the logs
   * @throws ExecutionException for a group with members, among others
   */
  void begin(Map<TopicPartition, Long> starts)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetAndMetadata> settled = settled(starts.keySet());
    Map<TopicPartition, OffsetAndMetadata> own = committed(admin, copy);
    copied = Map.copyOf(own);
    Map<TopicPartition, OffsetAndMetadata> changes = new HashMap<>();
    starts.forEach(
        (place, start) -> {
          OffsetAndMetadata commit = settled.get(place);
          if (!settled.containsKey(place)) {
            log.debug("an offset of {} is in an open transaction", place);
          } else if (commit == null) {
            changes.put(place, new OffsetAndMetadata(start, METADATA));
          } else if (!isOurs(commit)) {
            long last = own.getOrDefault(place, commit).offset();
            long next = Math.max(start, Math.min(last, commit.offset()));
            changes.put(place, new OffsetAndMetadata(next, METADATA));
            if (next < commit.offset()) {
              log.warn(
                  "another program has set {} to offset {} of {}: read on from {}",
                  group,
                  commit.offset(),
                  place,
                  next);
            }
          }
        });
    commit(group, changes);
  }

  /** The last known offsets; thread-safe. */
  Map<TopicPartition, OffsetAndMetadata> last() {
    return copied;
  }

  /** Copies the group's offsets, except those of other programs. */
  void copy() throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetAndMetadata> now = new HashMap<>(committed(admin, group));
    now.replaceAll((place, commit) -> isOurs(commit) ? commit : copied.get(place));
    now.values().removeIf(commit -> commit == null);
    if (!now.equals(copied) || fresh.passed()) {
      commit(copy, now);
      copied = Map.copyOf(now);
      fresh = Deadline.after(FRESH, ticker);
    }
  }

  /** Offsets outside of open transactions; null where there is none, no entry inside of one. */
  private Map<TopicPartition, OffsetAndMetadata> settled(Set<TopicPartition> places)
      throws InterruptedException, ExecutionException, TimeoutException {
    return admin
        .listConsumerGroupOffsets(
            Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(places)),
            new ListConsumerGroupOffsetsOptions().requireStable(true))
        .partitionsToOffsetAndMetadata(group)
        .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Offsets of a group, as before open transactions. */
  static Map<TopicPartition, OffsetAndMetadata> committed(Admin admin, String group)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetAndMetadata> committed =
        new HashMap<>(
            admin
                .listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
    committed.values().removeIf(commit -> commit == null);
    return committed;
  }

  /** False for a commit of another program, and of a release before commits had metadata. */
  static boolean isOurs(OffsetAndMetadata commit) {
    return !commit.metadata().isEmpty();
  }

  private void commit(String name, Map<TopicPartition, OffsetAndMetadata> offsets)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!offsets.isEmpty()) {
      Object unused =
          admin
              .alterConsumerGroupOffsets(name, offsets)
              .all()
              .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    }
  }
}

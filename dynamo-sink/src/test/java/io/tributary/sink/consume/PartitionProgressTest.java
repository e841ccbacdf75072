package io.tributary.sink.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.sink.commit.DueDeadLetter;
import io.tributary.sink.commit.PartitionCommit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PartitionProgressTest {

  private static final Failure FAILURE = new Failure(FailureCode.ITEM_REJECTED, "no");

  private final PartitionProgress progress =
      new PartitionProgress(
          new TopicPartition("t", 3),
          (record, failure) ->
              new DueDeadLetter(record, new Origin("t", 3, record.offset()), failure, "dead"),
          System::nanoTime,
          new SessionLease(System::nanoTime, Duration.ofMinutes(1)));

  @Test
  void shouldNotHoldSupersededRecordsBehindAnUnfinishedOne() {
    PendingRecord first = progress.take(record(10, "ten"));
    PendingRecord older = progress.take(record(12, "eleven"));
    PendingRecord newer = progress.take(record(13, "xyz"));
    assertThat(progress.bytes()).isEqualTo(12);
    older.supersede();

    assertThat(progress.commit(OptionalLong.of(20)).orElseThrow().offset()).isEqualTo(10);
    assertThat(progress.held()).isEqualTo(2);
    assertThat(progress.bytes()).isEqualTo(6);

    first.finish(Optional.empty());
    assertThat(progress.commit(OptionalLong.of(20)).orElseThrow().offset()).isEqualTo(13);

    newer.finish(Optional.empty());
    assertThat(progress.commit(OptionalLong.of(20)).orElseThrow().offset()).isEqualTo(20);
    assertThat(progress.bytes()).isZero();
  }

  @Test
  void shouldNotCommitBehindTheRecordThatStandsForASupersededOne() {
    PendingRecord older = progress.take(record(1));
    progress.take(record(5));
    older.supersede();

    assertThat(progress.commit(OptionalLong.of(9)).orElseThrow().offset()).isEqualTo(5);
  }

  @Test
  void shouldCommitWhereTheConsumerStandsWhenNothingIsPending() {
    assertThat(progress.commit(OptionalLong.empty())).isEmpty();
    PartitionCommit commit = progress.commit(OptionalLong.of(7)).orElseThrow();
    progress.committed(commit);

    assertThat(commit.partition()).isEqualTo(new TopicPartition("t", 3));
    assertThat(progress.commit(OptionalLong.of(7))).isEmpty();
    assertThat(progress.commit(OptionalLong.of(9)).orElseThrow().offset()).isEqualTo(9);
  }

  @Test
  void shouldCommitLowerOffsetsOfALogThatBeganAnew() {
    progress.committed(new PartitionCommit(new TopicPartition("t", 3), 9, List.of()));
    PendingRecord old = progress.take(record(9));
    progress.restart();
    progress.take(record(0)).finish(Optional.empty());
    assertThat(progress.commit(OptionalLong.of(1))).as("offset 9 is not there any more").isEmpty();

    old.finish(Optional.empty());

    assertThat(progress.commit(OptionalLong.of(1)).orElseThrow().offset()).isEqualTo(1);
  }

  @Test
  void shouldCountFinishedRecordsBehindAnUnfinishedOneAsHeld() {
    progress.take(record(1));
    progress.take(record(2)).finish(Optional.empty());
    progress.take(record(3)).finish(Optional.empty());

    assertThat(progress.commit(OptionalLong.of(4)).orElseThrow().offset()).isEqualTo(1);
    assertThat(progress.held()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldNeverPassAnUnfinishedRecordNorLoseOrDoubleADeadLetter(long seed) {
    Random random = new Random(seed);
    List<PendingRecord> open = new ArrayList<>();
    TreeSet<Long> unfinished = new TreeSet<>();
    TreeSet<Long> dead = new TreeSet<>();
    List<Long> sent = new ArrayList<>();
    long next = 0;
    for (int step = 0; step < 5_000; step++) {
      int choice = random.nextInt(10);
      if (choice < 4) {
        next += 1 + random.nextInt(3);
        open.add(progress.take(record(next)));
        unfinished.add(next);
      } else if (choice < 8 && !open.isEmpty()) {
        PendingRecord done = open.remove(random.nextInt(open.size()));
        boolean fails = random.nextInt(5) == 0;
        done.finish(fails ? Optional.of(FAILURE) : Optional.empty());
        unfinished.remove(done.offset());
        if (fails) {
          dead.add(done.offset());
        }
      } else {
        commit(next + 1, unfinished, random.nextBoolean(), sent);
      }
    }
    open.forEach(each -> each.finish(Optional.empty()));
    unfinished.clear();
    commit(next + 2, unfinished, true, sent);

    assertThat(sent).containsExactlyElementsOf(dead);
    assertThat(progress.held()).isZero();
  }

  /** Commits, or only tries to; the oracle is the set of unfinished offsets. */
  private void commit(
      long position, SortedSet<Long> unfinished, boolean succeeds, List<Long> sent) {
    Optional<PartitionCommit> commit = progress.commit(OptionalLong.of(position));
    if (commit.isEmpty()) {
      return;
    }
    assertThat(commit.get().offset())
        .isEqualTo(unfinished.isEmpty() ? position : unfinished.first());
    if (succeeds) {
      commit.get().deadLetters().forEach(deadLetter -> sent.add(deadLetter.record().offset()));
      progress.committed(commit.get());
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset) {
    return new ConsumerRecord<>("t", 3, offset, new byte[0], new byte[0]);
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, String value) {
    return new ConsumerRecord<>("t", 3, offset, null, value.getBytes(StandardCharsets.UTF_8));
  }
}

package io.tributary.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.client.record.TypedRecord;
import io.tributary.embedded.child.StartedChild;
import io.tributary.schemas.key.devices.ReadingKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Members that come and go. */
final class RebalanceTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());

  private void note(TypedRecord<ReadingKey, DeviceReading> record) {
    handled.add(Bench.number(record));
  }

  /** With Kafka's own delay before a group's first assignment. */
  @Test
  void shouldHandOverPartitionsWithoutWorkingOnAnyRecordTwice() throws Exception {
    TestBroker broker = TestBroker.start("group.initial.rebalance.delay.ms=3000");
    try {
      handOver(new Bench(broker, 4));
    } finally {
      broker.stop();
    }
  }

  private void handOver(Bench bench) throws Exception {
    bench.send(0, 40, 4);
    CountDownLatch begun = new CountDownLatch(4);
    CountDownLatch goOn = new CountDownLatch(1);
    Set<String> threads = Collections.synchronizedSet(new HashSet<>());
    try (TributaryConsumer first =
        bench
            .consumer(
                "group",
                record -> {
                  begun.countDown();
                  goOn.await();
                  note(record);
                })
            .deadline(Duration.ofSeconds(30))
            .build()
            .start()) {
      begun.await();
      try (TributaryConsumer second =
          bench
              .consumer(
                  "group",
                  record -> {
                    threads.add("second");
                    note(record);
                  })
              .build()
              .start()) {
        moveTwoOfFour(bench, goOn);
        assertThat(threads).as("who had none before").isNotEmpty();
        await().atMost(LIMIT).until(() -> bench.lag("group") == 0);
        assertThat(first.check().isAlive()).isTrue();
        assertThat(second.check().isAlive()).isTrue();
      }
    }
    assertThat(handled)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 80).boxed().toList());
  }

  private void moveTwoOfFour(Bench bench, CountDownLatch goOn) {
    await().atMost(LIMIT).until(() -> bench.members("group") == 2);
    // all four are in hand while two of their partitions are asked for
    goOn.countDown();
    await().atMost(LIMIT).until(() -> handled.size() >= 40);
    await().atMost(LIMIT).until(() -> bench.assignees("group") == 2);
    bench.send(40, 80, 4);
    await().atMost(LIMIT).until(() -> handled.size() >= 80);
  }

  @Test
  void shouldDropSlowRecordsOfAMovedPartition() throws Exception {
    Bench bench = new Bench(TestBroker.shared(), 2);
    bench.send(0, 2, 2);
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    List<Integer> interrupted = Collections.synchronizedList(new ArrayList<>());
    try (TributaryConsumer first =
        bench
            .consumer(
                "group",
                record -> {
                  begun.countDown();
                  try {
                    never.await();
                  } catch (InterruptedException e) {
                    interrupted.add(Bench.number(record));
                    throw e;
                  }
                })
            .deadline(Duration.ofMillis(500))
            .build()
            .start()) {
      begun.await();
      try (TributaryConsumer second = bench.consumer("group", this::note).build().start()) {
        await().atMost(LIMIT).until(() -> handled.size() == 1);
        assertThat(interrupted).isEqualTo(handled);
        assertThat(first.check().isAlive()).isTrue();
        assertThat(second.check().isAlive()).isTrue();
      }
    }
  }

  @Test
  void shouldLoseNothingWhenKilled() throws Exception {
    Bench bench = new Bench(TestBroker.shared(), 2);
    bench.send(0, 200, 2);
    try (StartedChild victim =
        StartedChild.start(SlowReader.class, bench.address(), bench.naming().prefix())) {
      // past the first commits, in the middle of the rest
      awaitNumbers(victim, 100);
      victim.kill();
    }
    List<Integer> before = List.copyOf(handled);

    try (TributaryConsumer next = bench.consumer("group", this::note).build().start()) {
      await().atMost(LIMIT).until(() -> new HashSet<>(handled).size() == 200);
      await().atMost(LIMIT).until(() -> bench.lag("group") == 0);
      assertThat(next.check().isAlive()).isTrue();
    }
    for (int partition = 0; partition < 2; partition++) {
      int own = partition;
      List<Integer> after =
          handled.subList(before.size(), handled.size()).stream()
              .filter(n -> n % 2 == own)
              .toList();
      assertThat(after).isSorted().doesNotHaveDuplicates().contains(198 + own);
      assertThat(after.get(0)).as("what was committed does not come again").isGreaterThan(own);
    }
  }

  private void awaitNumbers(StartedChild reader, int count) throws InterruptedException {
    while (handled.size() < count) {
      String line = reader.line(LIMIT);
      assertThat(line).as("the consumer says nothing:%n%s", reader.errors()).isNotNull();
      handled.add(Integer.parseInt(line));
    }
  }
}

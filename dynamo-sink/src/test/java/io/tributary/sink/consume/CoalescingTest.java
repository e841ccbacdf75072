package io.tributary.sink.consume;

import static io.tributary.sink.consume.Harness.COUNTERS;
import static io.tributary.sink.consume.Harness.P0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records of counters wait for newer ones; everything else passes. */
final class CoalescingTest {

  private Harness harness = new Harness();

  @AfterEach
  void close() throws InterruptedException {
    harness.close();
  }

  @Test
  void shouldNotLetAnOlderStateThatComesLaterHideANewerOne() throws InterruptedException {
    restart(Duration.ofMillis(100));
    IntakeSession session = joined(100);
    harness.addCounter(0, "u-1", 5);
    harness.addCounter(1, "u-1", 4);
    harness.addCounter(2, "u-1", 5);

    runUntil(session, () -> harness.committed(COUNTERS) == 3);

    assertThat(harness.written).startsWith("u-1/5");
  }

  @Test
  void shouldCommitNothingPastACounterThatLingers() {
    IntakeSession session = joined(100);
    harness.addCounter(0, "u-1", 1);
    harness.addCounter(1, "u-2", 1);
    harness.addCounter(2, "u-1", 2);

    runUntil(session, () -> superseded() == 1);
    rounds(session, 5);

    assertThat(harness.written).isEmpty();
    // the first is finished unwritten; the second is not
    assertThat(harness.committed(COUNTERS)).isEqualTo(1);
    assertThat(session.held()).isEqualTo(2);
  }

  @Test
  void shouldNotBeThrottledByABurstThatIsSuperseded() {
    IntakeSession session = joined(20);
    harness.consumer.setMaxPollRecords(10);
    harness.addCounter(0, "cold", 1);
    for (int rev = 1; rev < 500; rev++) {
      harness.addCounter(rev, "hot", rev);
    }

    runUntil(session, () -> superseded() == 498);

    assertThat(session.held()).isEqualTo(2);
    assertThat(harness.consumer.paused()).isEmpty();
    assertThat(harness.written).isEmpty();
  }

  @Test
  void shouldWriteLingeringRecordsWhenItIsFull() {
    IntakeSession session = joined(20);
    harness.consumer.setMaxPollRecords(10);
    for (int user = 0; user < 60; user++) {
      harness.addCounter(user, "u-" + user, 1);
    }

    runUntil(session, () -> harness.committed(COUNTERS) >= 40);

    assertThat(harness.written).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(40);
  }

  @Test
  void shouldWriteLingeringRecordsWhenItCloses() {
    IntakeSession session = joined(100);
    harness.addCounter(0, "u-1", 1);
    harness.addCounter(1, "u-1", 2);
    Deadline deadline = Deadline.after(Duration.ofSeconds(30), System::nanoTime);
    int[] rounds = {0};

    session.run(() -> rounds[0]++ < 3 ? null : deadline);

    assertThat(deadline.remaining()).isGreaterThan(Duration.ofSeconds(10));
    assertThat(harness.written).containsExactly("u-1/2");
    assertThat(harness.committed(COUNTERS)).isEqualTo(2);
  }

  @Test
  void shouldWriteLingeringRecordsBeforeAPartitionGoes() {
    IntakeSession session = joined(100);
    CountDownLatch gate = harness.gate("u-1/1");
    harness.addCounter(0, "u-1", 1);
    session.runOnce();
    harness.dispatcher.flush();
    await().until(() -> harness.begun.contains("u-1/1"));
    harness.addCounter(1, "u-1", 2);
    session.runOnce();
    new Thread(gate::countDown).start();

    harness.consumer.rebalance(List.of(P0));

    assertThat(harness.written).containsExactly("u-1/1", "u-1/2");
    assertThat(harness.committed(COUNTERS)).isEqualTo(2);
  }

  @Test
  void shouldWaitForAWriteThatHasBegun() {
    IntakeSession session = joined(100);
    CountDownLatch gate = harness.gate("u-1/1");
    harness.addCounter(0, "u-1", 1);
    session.runOnce();
    harness.dispatcher.flush();
    await().until(() -> harness.begun.contains("u-1/1"));
    harness.addCounter(1, "u-1", 2);
    harness.addCounter(2, "u-1", 3);
    runUntil(session, () -> superseded() == 1);

    assertThat(harness.begun).containsExactly("u-1/1");
    assertThat(harness.committed(COUNTERS)).isLessThanOrEqualTo(0);
    harness.dispatcher.flush();
    gate.countDown();
    runUntil(session, () -> harness.committed(COUNTERS) == 3);

    assertThat(harness.written).containsExactly("u-1/1", "u-1/3");
  }

  @Test
  void shouldNotSupersedeForAnEndedSession() {
    IntakeSession old = joined(100);
    harness.addCounter(0, "u-1", 1);
    old.runOnce();
    old.onPartitionsLost(List.of(P0, COUNTERS));
    IntakeSession session = harness.session(100);
    session.onPartitionsAssigned(List.of(P0, COUNTERS));
    harness.addCounter(1, "u-1", 2);
    session.runOnce();

    harness.dispatcher.flush();
    runUntil(session, () -> harness.written.contains("u-1/2"));

    assertThat(superseded()).isZero();
    assertThat(harness.written).containsExactly("u-1/2");
    assertThat(harness.meters.scrape()).contains("tributary_sink_abandoned_total 1.0");
  }

  @Test
  void shouldWriteEachWhenTheyDoNotLinger() throws InterruptedException {
    restart(Duration.ZERO);
    IntakeSession session = joined(100);
    for (int rev = 1; rev <= 20; rev++) {
      harness.addCounter(rev - 1, "u-1", rev);
    }

    runUntil(session, () -> harness.committed(COUNTERS) == 20);

    assertThat(harness.written).hasSize(20);
  }

  private double superseded() {
    return harness
        .meters
        .scrape()
        .lines()
        .filter(line -> line.startsWith("tributary_sink_outcomes_total{outcome=\"superseded\"}"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .sum();
  }

  private void restart(Duration linger) throws InterruptedException {
    harness.close();
    harness = new Harness(linger);
  }

  private IntakeSession joined(int held) {
    IntakeSession session = harness.session(held);
    harness.consumer.rebalance(List.of(P0, COUNTERS));
    return session;
  }

  private static void rounds(IntakeSession session, int count) {
    for (int i = 0; i < count; i++) {
      session.runOnce();
    }
  }

  private static void runUntil(IntakeSession session, BooleanSupplier reached) {
    Deadline deadline = Deadline.after(Duration.ofSeconds(20), System::nanoTime);
    while (!reached.getAsBoolean()) {
      assertThat(deadline.passed()).as("waited too long").isFalse();
      session.runOnce();
    }
  }
}

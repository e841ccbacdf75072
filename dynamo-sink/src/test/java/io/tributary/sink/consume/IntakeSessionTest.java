package io.tributary.sink.consume;

import static io.tributary.sink.consume.Harness.P0;
import static io.tributary.sink.consume.Harness.P1;
import static io.tributary.sink.consume.Harness.REDRIVES;
import static io.tributary.sink.consume.Harness.TENANTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IntakeSessionTest {

  private final Harness harness = new Harness();

  @AfterEach
  void close() throws InterruptedException {
    harness.close();
  }

  @Test
  void shouldStoreAndCommitBehindTheLastRecord() {
    IntakeSession session = joined(100);
    harness.add(P0, 0, "a");
    harness.add(P0, 4, "b");

    runUntil(session, () -> harness.committed(P0) == 5);

    assertThat(harness.written).containsExactlyInAnyOrder("a", "b");
    assertThat(harness.deadLetters()).isEmpty();
    assertThat(session.held()).isZero();
  }

  @Test
  void shouldCommitPastMarkersThatAreNoRecords() {
    IntakeSession session = joined(100);
    harness.add(P0, 0, "a");
    runUntil(session, () -> harness.committed(P0) == 1);

    harness.consumer.seek(P0, 3);

    runUntil(session, () -> harness.committed(P0) == 3);
  }

  @Test
  void shouldNotCommitPastARecordThatIsStillWritten() {
    IntakeSession session = joined(100);
    CountDownLatch gate = harness.gate("slow");
    harness.add(P0, 0, "a");
    harness.add(P0, 1, "slow");
    harness.add(P0, 2, "c");

    runUntil(session, () -> harness.written.containsAll(List.of("a", "c")));
    runUntil(session, () -> harness.committed(P0) == 1);
    session.runOnce();
    assertThat(harness.committed(P0)).isEqualTo(1);

    gate.countDown();
    runUntil(session, () -> harness.committed(P0) == 3);
  }

  @Test
  void shouldSetPoisonAsideAndContinue() {
    IntakeSession session = joined(100);
    harness.add(P0, 0, "a");
    harness.addPoison(P0, 1, "b");
    harness.add(P0, 2, "c");

    runUntil(session, () -> harness.deadLetters().size() == 1 && harness.written.size() == 2);
    runUntil(session, () -> session.held() == 0);

    assertThat(harness.deadLetters()).containsExactly("devices.readings/0/1 RECORD_UNDECODABLE");
    assertThat(harness.written).containsExactlyInAnyOrder("a", "c");
  }

  @Test
  void shouldWriteARedriveAsARecordOfItsOrigin() {
    IntakeSession session = redriving();
    harness.addRedrive(
        0,
        Harness.reading("again"),
        "tributary-origin=devices.readings/1/7",
        "tributary-attempts=1");

    runUntil(session, () -> harness.committed(REDRIVES) == 1);

    assertThat(harness.written).containsExactly("again");
    assertThat(harness.deadLetters()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tributary-origin=devices.unknown/1/7",
        "tributary-origin=devices.redrives/0/7",
        "tributary-origin=tenants.tenants/0/7",
        "tributary-origin=devices.readings",
        "other=devices.readings/1/7"
      })
  void shouldRefuseARedriveWithoutATopicOfItsFamily(String header) {
    IntakeSession session = redriving();
    harness.addRedrive(0, Harness.reading("again"), header);

    runUntil(session, () -> harness.deadLetters().size() == 1 && session.held() == 0);

    assertThat(harness.written).isEmpty();
    assertThat(harness.deadLetters())
        .hasSize(1)
        .allSatisfy(deadLetter -> assertThat(deadLetter).endsWith(" RECORD_UNDECODABLE"));
    assertThat(harness.producer.history().get(0).topic()).isEqualTo("devices.dead-letters");
  }

  private IntakeSession redriving() {
    IntakeSession session = harness.session(100);
    harness.consumer.rebalance(List.of(REDRIVES));
    return session;
  }

  @Test
  void shouldCommitBehindARecordThatAsksNothing() {
    IntakeSession session = harness.session(100);
    harness.consumer.rebalance(List.of(TENANTS));
    harness.addTombstone(0, "outlocks");

    runUntil(session, () -> harness.committed(TENANTS) == 1);

    assertThat(session.held()).isZero();
    assertThat(harness.deadLetters()).isEmpty();
    assertThat(harness.begun).isEmpty();
  }

  @Test
  void shouldStopReadingAtItsBoundAndContinueBelow() {
    IntakeSession session = joined(4);
    harness.consumer.setMaxPollRecords(2);
    CountDownLatch gate = harness.gate("0");
    for (int i = 0; i < 20; i++) {
      harness.add(P0, i, Integer.toString(i));
    }

    runUntil(session, () -> harness.written.size() == 3);
    for (int i = 0; i < 5; i++) {
      session.runOnce();
    }
    assertThat(session.held()).isEqualTo(4);
    assertThat(harness.consumer.paused()).containsExactly(P0);

    gate.countDown();
    runUntil(session, () -> harness.committed(P0) == 20);
    session.runOnce();
    assertThat(harness.consumer.paused()).isEmpty();
  }

  @Test
  void shouldFinishAndCommitAPartitionBeforeItGoes() {
    IntakeSession session = joined(100);
    CountDownLatch gate = harness.gate("a");
    harness.add(P0, 0, "a");
    session.runOnce();
    await().until(() -> harness.begun.contains("a"));
    Thread release = new Thread(gate::countDown);
    release.start();

    harness.consumer.rebalance(List.of(P1));

    assertThat(harness.written).containsExactly("a");
    assertThat(harness.committed(P0)).isEqualTo(1);
  }

  @Test
  void shouldLetAPartitionGoUnfinishedWhenItsTimeIsUp() {
    IntakeSession session = harness.session(100, Duration.ofMillis(50));
    harness.consumer.rebalance(List.of(P0));
    CountDownLatch gate = harness.gate("b");
    harness.add(P0, 0, "a");
    harness.add(P0, 1, "b");
    session.runOnce();
    runUntil(session, () -> harness.written.contains("a"));

    harness.consumer.rebalance(List.of(P1));

    assertThat(harness.committed(P0)).isEqualTo(1);
    gate.countDown();
  }

  @Test
  void shouldDropAndNotCommitALostPartition() {
    IntakeSession session = joined(100);
    CountDownLatch gate = harness.gate("first");
    harness.add(P0, 0, "first");
    harness.add(P0, 1, "first");
    session.runOnce();
    await().until(() -> harness.begun.contains("first"));

    session.onPartitionsLost(List.of(P0));
    assertThat(session.joined()).isFalse();
    gate.countDown();

    await().until(() -> harness.meters.scrape().contains("tributary_sink_abandoned_total 1.0"));
    session.runOnce();
    assertThat(harness.written).containsExactly("first");
    assertThat(harness.committed(P0)).isNotEqualTo(2);
  }

  @Test
  void shouldNotTakeTheEndOfALostRecordForTheRecordThatCameAgain() {
    IntakeSession session = joined(100);
    CountDownLatch gate = harness.gate("a");
    harness.add(P0, 0, "a");
    session.runOnce();
    await().until(() -> harness.begun.contains("a"));
    session.onPartitionsLost(List.of(P0));
    session.onPartitionsAssigned(List.of(P0));
    CountDownLatch again = harness.gate("b");
    harness.add(P0, 1, "b");
    gate.countDown();

    runUntil(session, () -> harness.written.contains("a"));
    runUntil(session, () -> session.held() == 1);
    assertThat(harness.committed(P0)).isLessThanOrEqualTo(1);

    again.countDown();
    runUntil(session, () -> harness.committed(P0) == 2);
  }

  @Test
  void shouldDrainAndCommitWhenItEnds() {
    IntakeSession session = joined(100);
    harness.add(P0, 0, "a");
    Deadline deadline = Deadline.after(Duration.ofSeconds(30), System::nanoTime);
    int[] rounds = {0};

    session.run(() -> rounds[0]++ < 1 ? null : deadline);

    assertThat(harness.written).containsExactly("a");
    assertThat(harness.committed(P0)).isEqualTo(1);
    assertThat(session.joined()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bug", "interrupted"})
  void shouldFailAsAWholeWhenAWriterDoes(String how) {
    IntakeSession session = joined(100);
    harness.add(P0, 0, "a");
    harness.add(P0, 1, how);

    assertThatThrownBy(() -> runUntil(session, () -> false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a writer failed");
    assertThat(harness.committed(P0)).isLessThanOrEqualTo(1);
  }

  @Test
  void shouldPauseNewPartitionsWhileItIsFull() {
    harness.heldBytes = 1;
    IntakeSession session = joined(100);
    CountDownLatch gate = harness.gate("a");
    harness.add(P0, 0, "a");
    session.runOnce();

    harness.consumer.rebalance(List.of(P0, P1));

    assertThat(harness.consumer.paused()).contains(P1);
    gate.countDown();
  }

  @Test
  void shouldReportThatNoBrokerAnswers() {
    IntakeSession session = joined(100);
    harness.skipped.addAndGet(Duration.ofSeconds(11).toNanos());
    session.runOnce();

    assertThat(codes(session)).containsExactly("kafka_unavailable");

    harness.answers.incrementAndGet();
    assertThat(codes(session)).isEmpty();
  }

  @Test
  void shouldReportThatCommitsFailThoughBrokersAnswer() {
    harness.commitsTimeOut = true;
    IntakeSession session = joined(100);
    harness.add(P0, 0, "a");
    runUntil(session, () -> harness.written.contains("a"));
    session.runOnce();
    harness.skipped.addAndGet(Duration.ofSeconds(11).toNanos());
    harness.answers.incrementAndGet();
    session.runOnce();

    assertThat(codes(session)).containsExactly("kafka_unavailable");

    harness.commitsTimeOut = false;
    session.runOnce();
    assertThat(codes(session)).isEmpty();
  }

  @Test
  void shouldReportARecordThatDoesNotEnd() {
    IntakeSession session = joined(100);
    CountDownLatch gate = harness.gate("stuck");
    harness.add(P0, 0, "done");
    harness.add(P0, 1, "stuck");
    runUntil(session, () -> harness.committed(P0) == 1 && harness.begun.contains("stuck"));
    session.runOnce();
    harness.skipped.addAndGet(Duration.ofSeconds(75).toNanos());
    harness.answers.incrementAndGet();

    assertThat(session.unreadyReasons())
        .containsExactly(
            new HealthReason(
                "record_stuck", "record devices.readings/0/1 has been tried for 75 s"));

    gate.countDown();
    runUntil(session, () -> codes(session).isEmpty());
  }

  @Test
  void shouldNotCallARecordStuckThatWaitedForItsTurn() {
    IntakeSession session = joined(100);
    List<CountDownLatch> others =
        List.of(harness.gate("a"), harness.gate("b"), harness.gate("c"), harness.gate("d"));
    CountDownLatch gate = harness.gate("late");
    for (int i = 0; i < 4; i++) {
      harness.add(P0, i, List.of("a", "b", "c", "d").get(i));
    }
    harness.add(P0, 4, "late");
    runUntil(session, () -> harness.begun.size() == 4);
    pass(50);
    others.forEach(CountDownLatch::countDown);
    runUntil(session, () -> harness.begun.contains("late") && harness.committed(P0) == 4);
    pass(51);
    session.runOnce();
    assertThat(session.unreadyReasons()).isEmpty();
    assertThat(session.oldest()).isGreaterThan(100);

    pass(25);
    session.runOnce();
    assertThat(codes(session)).containsExactly("record_stuck");
    gate.countDown();
  }

  private void pass(int seconds) {
    harness.skipped.addAndGet(Duration.ofSeconds(seconds).toNanos());
    harness.answers.incrementAndGet();
  }

  private static List<String> codes(IntakeSession session) {
    return session.unreadyReasons().stream().map(HealthReason::code).toList();
  }

  private IntakeSession joined(int held) {
    IntakeSession session = harness.session(held);
    assertThat(session.joined()).isFalse();
    harness.consumer.rebalance(List.of(P0));
    assertThat(session.joined()).isTrue();
    return session;
  }

  private static void runUntil(IntakeSession session, BooleanSupplier reached) {
    Deadline deadline = Deadline.after(Duration.ofSeconds(20), System::nanoTime);
    while (!reached.getAsBoolean()) {
      assertThat(deadline.passed()).as("waited too long").isFalse();
      session.runOnce();
    }
  }
}

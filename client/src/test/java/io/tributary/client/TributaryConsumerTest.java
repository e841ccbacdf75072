package io.tributary.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.client.failure.ConsumerFailedException;
import io.tributary.client.failure.DeadLetterTopic;
import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.failure.Retries;
import io.tributary.client.health.Check;
import io.tributary.client.record.Provenance;
import io.tributary.client.record.TypedRecord;
import io.tributary.schemas.topic.DevicesTopics;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.Test;

final class TributaryConsumerTest {

  private static final Retries QUICK = new Retries(3, Duration.ofMillis(10), Duration.ofMillis(50));

  private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());

  private static Bench bench(int partitions) {
    return new Bench(TestBroker.shared(), partitions);
  }

  private void awaitHandled(int count) {
    await().atMost(Duration.ofMinutes(1)).until(() -> handled.size() >= count);
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  void shouldGiveEveryRecordOnceInItsTypeAndOrder() throws Exception {
    Bench bench = bench(3);
    bench.send(0, 3000, 3);
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    try (TributaryConsumer consumer =
        bench
            .consumer(
                "group",
                record -> {
                  seen.add(record.origin() + " " + record.requiredValue().getFirmwareVersion());
                  handled.add(Bench.number(record));
                })
            .build()) {
      assertThat(consumer.check().state()).isEqualTo(Check.State.NEW);
      consumer.start();
      awaitHandled(3000);
      await().until(() -> bench.lag("group") == 0);
      assertThat(consumer.check()).isEqualTo(new Check(Check.State.RUNNING, List.of()));
    }
    assertThat(handled).containsExactlyInAnyOrderElementsOf(numbers(0, 3000));
    for (int partition = 0; partition < 3; partition++) {
      int own = partition;
      assertThat(handled.stream().filter(n -> n % 3 == own)).isSorted();
    }
    assertThat(seen).contains(bench.readings() + "/1/2 1.0.7");
    assertThat(bench.members("group")).isZero();
  }

  @Test
  void shouldGiveTheOriginOfRecordsAndOfMissingOnes() {
    Bench bench = bench(1);
    bench.send(7, 8, 1);
    bench.sendRaw(Bench.key(8), null);
    List<TypedRecord<?, ?>> seen = Collections.synchronizedList(new ArrayList<>());
    try (TributaryConsumer consumer = bench.consumer("group", seen::add).build().start()) {
      await().until(() -> seen.size() == 2);
      assertThat(consumer.check().isAlive()).isTrue();
    }
    assertThat(seen.get(0).value()).isEqualTo(Bench.reading(7));
    assertThat(seen.get(0).provenance())
        .isEqualTo(
            new Provenance(
                Optional.of("fact-7"),
                Optional.of(Instant.ofEpochMilli(1_795_219_200_007L)),
                Optional.empty(),
                Optional.empty()));
    assertThat(seen.get(1).value()).isNull();
  }

  @Test
  void shouldReportRecordsRemovedBeforeReading() throws Exception {
    Bench bench = bench(1);
    bench.send(0, 3, 1);
    try (TributaryConsumer consumer =
        bench.consumer("group", record -> handled.add(Bench.number(record))).build().start()) {
      awaitHandled(3);
      await().until(() -> bench.lag("group") == 0);
      assertThat(consumer.check().reasons()).isEmpty();
    }
    bench.send(3, 9, 1);
    bench.cut(8);

    try (TributaryConsumer consumer =
        bench.consumer("group", record -> handled.add(Bench.number(record))).build().start()) {
      awaitHandled(4);
      assertThat(handled).containsExactly(0, 1, 2, 8);
      assertThat(consumer.check())
          .isEqualTo(
              new Check(
                  Check.State.RUNNING,
                  List.of(
                      "5 offsets of "
                          + bench.readings()
                          + "-0 were removed before they were read")));
    }
  }

  @Test
  void shouldStopWhereAHandlerGoesOnFailingAndLoseNothing() throws Exception {
    Bench bench = bench(1);
    bench.send(0, 20, 1);
    AtomicInteger tries = new AtomicInteger();
    TributaryConsumer consumer =
        bench
            .consumer(
                "group",
                record -> {
                  if (Bench.number(record) == 5) {
                    tries.incrementAndGet();
                    throw new IllegalStateException("no room");
                  }
                  handled.add(Bench.number(record));
                })
            .whenRefused(FailurePolicy.stop(QUICK))
            .build()
            .start();

    assertThatThrownBy(consumer::await)
        .isInstanceOf(ConsumerFailedException.class)
        .hasMessage(bench.readings() + "/0/5: java.lang.IllegalStateException: no room");
    assertThat(consumer.check().state()).isEqualTo(Check.State.FAILED);
    assertThat(consumer.check().isAlive()).isFalse();
    assertThat(tries).hasValue(3);
    assertThat(handled).isEqualTo(numbers(0, 5));
    consumer.close();
    assertThat(consumer.check().state()).isEqualTo(Check.State.FAILED);

    try (TributaryConsumer next =
        bench.consumer("group", record -> handled.add(Bench.number(record))).build().start()) {
      awaitHandled(20);
      assertThat(next.check().isAlive()).isTrue();
    }
    assertThat(handled).isEqualTo(numbers(0, 20));
  }

  @Test
  void shouldStopAtPoisonWithoutAHandler() {
    Bench bench = bench(1);
    bench.send(0, 1, 1);
    bench.sendRaw(Bench.key(1), new byte[] {(byte) 0xC3, 1, 9, 9, 9, 9, 9, 9, 9, 9, 0});
    TributaryConsumer consumer =
        bench.consumer("group", record -> handled.add(Bench.number(record))).build().start();
    assertThatThrownBy(consumer::await).hasMessageStartingWith(bench.readings() + "/0/1: ");
    assertThat(handled).containsExactly(0);
  }

  @Test
  void shouldHandOverUnreadableAndFailedRecords() throws Exception {
    Bench bench = bench(1);
    String deadLetters = bench.naming().prefix() + "dead-letters";
    bench.topic(deadLetters, 1);
    byte[] cut = sendPoison(bench);
    try (DeadLetterTopic dead =
            DeadLetterTopic.to(deadLetters, Map.of("bootstrap.servers", bench.address()));
        TributaryConsumer consumer =
            bench
                .consumer(
                    "group",
                    record -> {
                      if (Bench.number(record) == 1) {
                        throw new IllegalArgumentException("not this one");
                      }
                      handled.add(Bench.number(record));
                    })
                .whenUndecodable(FailurePolicy.handOver(Retries.NONE, dead))
                .whenRefused(FailurePolicy.handOver(QUICK, dead))
                .build()
                .start()) {
      awaitHandled(5);
      await().until(() -> bench.lag("group") == 0);
      assertThat(consumer.check().isAlive()).isTrue();
    }
    assertThat(handled).containsExactly(0, 2, 3, 4, 5);
    List<String> written = written(bench, deadLetters);
    assertThat(written)
        .containsExactly(
            "REFUSED/0/1 3",
            "UNDECODABLE/0/3 1",
            "UNDECODABLE/0/4 1",
            "UNDECODABLE/0/5 1",
            "UNDECODABLE/0/6 1",
            "UNDECODABLE/0/7 1");
    var kept = bench.read(deadLetters, 6);
    assertThat(kept.get(5).value()).isEqualTo(cut);
    assertThat(header(kept.get(0).headers(), "tributary-fact-id")).isEqualTo("fact-1");
  }

  /** Random bytes and mutated records, the same in each run. */
  @Test
  void shouldSkipGarbage() throws Exception {
    Bench bench = bench(1);
    Random random = new Random(20_261_128L);
    for (int i = 0; i < 500; i++) {
      bench.sendRaw(mutated(Bench.key(i), random), mutated(Bench.value(i), random));
    }
    bench.send(500, 501, 1);
    AtomicInteger skipped = new AtomicInteger();
    List<String> origins = Collections.synchronizedList(new ArrayList<>());
    try (TributaryConsumer consumer =
        bench
            .consumer("group", record -> origins.add(record.origin().toString()))
            .whenUndecodable(
                FailurePolicy.handOver(Retries.NONE, dead -> skipped.incrementAndGet()))
            .build()
            .start()) {
      await().atMost(Duration.ofMinutes(1)).until(() -> bench.lag("group") == 0);
      assertThat(consumer.check().isAlive()).isTrue();
    }
    assertThat(origins).last().isEqualTo(bench.readings() + "/0/500");
    assertThat(origins).hasSize(501 - skipped.get());
    assertThat(skipped.get()).isGreaterThan(250);
  }

  private static byte[] mutated(byte[] good, Random random) {
    byte[] bytes = Arrays.copyOf(good, random.nextInt(good.length * 2));
    for (int i = random.nextInt(6); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    if (random.nextInt(8) == 0) {
      random.nextBytes(bytes);
    }
    return random.nextInt(3) == 0 ? good : bytes;
  }

  /** Five records that are none, the last of which ends early and is returned. */
  private static byte[] sendPoison(Bench bench) {
    bench.send(0, 3, 1);
    bench.sendRaw(Bench.key(3), new byte[0]);
    bench.sendRaw(null, Bench.value(3));
    bench.sendRaw(new byte[] {(byte) 0xFF}, Bench.value(3));
    bench.sendRaw("no reading".getBytes(UTF_8), Bench.value(3));
    byte[] cut = Arrays.copyOf(Bench.value(3), 30);
    bench.sendRaw(Bench.key(3), cut);
    bench.send(3, 6, 1);
    return cut;
  }

  /** Code, partition, offset and attempts of each dead letter. */
  private static List<String> written(Bench bench, String deadLetters) {
    return bench.read(deadLetters, 6).stream()
        .map(
            deadLetter ->
                header(deadLetter.headers(), "tributary-code")
                    + header(deadLetter.headers(), "tributary-origin")
                        .substring(bench.readings().length())
                    + " "
                    + header(deadLetter.headers(), "tributary-attempts"))
        .toList();
  }

  private static String header(Headers headers, String name) {
    return new String(headers.lastHeader(name).value(), UTF_8);
  }

  @Test
  void shouldStopWhenTheHandOverFails() {
    Bench bench = bench(1);
    bench.send(0, 2, 1);
    TributaryConsumer consumer =
        bench
            .consumer(
                "group",
                record -> {
                  throw new IllegalStateException("refused");
                })
            .whenRefused(
                FailurePolicy.handOver(
                    QUICK,
                    rejected -> {
                      handled.add(rejected.attempts());
                      throw new IOException("full");
                    }))
            .build()
            .start();
    assertThatThrownBy(consumer::await)
        .hasMessage(bench.readings() + "/0/0: could not be handed over: java.io.IOException: full");
    assertThat(handled).containsExactly(3, 3, 3);
  }

  @Test
  void shouldSeeNothingOfTransactionsThatWereTakenBack() throws Exception {
    Bench bench = bench(1);
    bench.transaction(0, false);
    bench.transaction(1, true);
    bench.transaction(2, false);
    try (TributaryConsumer consumer =
        bench.consumer("group", record -> handled.add(Bench.number(record))).build().start()) {
      // markers count as offsets, and are behind us too
      await().atMost(Duration.ofMinutes(1)).until(() -> bench.lag("group") == 0);
      assertThat(consumer.check().isAlive()).isTrue();
    }
    assertThat(handled).containsExactly(1);
  }

  @Test
  void shouldKeepItsPartitionsHoweverLongAHandlerTakes() {
    Bench bench = bench(1);
    bench.send(0, 1200, 1);
    CountDownLatch slow = new CountDownLatch(1);
    try (TributaryConsumer consumer =
        bench
            .consumer(
                "group",
                record -> {
                  if (Bench.number(record) == 0) {
                    assertThat(slow.await(4, SECONDS)).isFalse();
                  }
                  handled.add(Bench.number(record));
                })
            .kafka("max.poll.interval.ms", "1500")
            .build()
            .start()) {
      awaitHandled(1200);
      assertThat(consumer.check().isAlive()).isTrue();
    }
    assertThat(handled).isEqualTo(numbers(0, 1200));
  }

  @Test
  void shouldCloseDuringARetryAndDeliverTheRecordAgain() {
    Bench bench = bench(1);
    bench.send(0, 3, 1);
    CountDownLatch failed = new CountDownLatch(1);
    try (TributaryConsumer consumer =
        bench
            .consumer(
                "group",
                record -> {
                  if (Bench.number(record) == 1) {
                    failed.countDown();
                    throw new IllegalStateException("later");
                  }
                  handled.add(Bench.number(record));
                })
            .whenRefused(
                FailurePolicy.stop(new Retries(9, Duration.ofMinutes(5), Duration.ofMinutes(5))))
            .build()
            .start()) {
      await().until(() -> failed.getCount() == 0);
      await()
          .untilAsserted(
              () ->
                  assertThat(consumer.check().reasons())
                      .singleElement()
                      .asString()
                      .startsWith(bench.readings() + "/0/1 is tried again"));
      assertThat(consumer.check().isAlive()).isTrue();
    }
    assertThat(handled).containsExactly(0);
    try (TributaryConsumer next =
        bench.consumer("group", record -> handled.add(Bench.number(record))).build().start()) {
      awaitHandled(3);
      assertThat(next.check().isAlive()).isTrue();
    }
    assertThat(handled).containsExactly(0, 1, 2);
  }

  @Test
  void shouldWaitForRunningHandlersAndInterruptSlowOnes() throws Exception {
    Bench bench = bench(2);
    bench.send(0, 2, 2);
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    List<Integer> interrupted = Collections.synchronizedList(new ArrayList<>());
    TributaryConsumer consumer =
        bench
            .consumer(
                "group",
                record -> {
                  begun.countDown();
                  try {
                    (Bench.number(record) == 0 ? never : closing).await();
                    handled.add(Bench.number(record));
                  } catch (InterruptedException e) {
                    interrupted.add(Bench.number(record));
                    throw e;
                  }
                })
            .deadline(Duration.ofSeconds(1))
            .build()
            .start();
    begun.await();
    Thread closer = new Thread(consumer::close);
    closer.start();
    closing.countDown();
    closer.join(Duration.ofSeconds(20).toMillis());
    assertThat(closer.isAlive()).isFalse();
    assertThat(handled).containsExactly(1);
    assertThat(interrupted).containsExactly(0);
    assertThat(consumer.check()).isEqualTo(new Check(Check.State.CLOSED, List.of()));
    assertThat(bench.lag("group")).isEqualTo(1);
  }

  @Test
  void shouldRefuseSettingsAgainstItsGuarantees() {
    ConsumerBuilder builder = TributaryConsumer.builder();
    assertThatThrownBy(() -> builder.kafka("enable.auto.commit", "true"))
        .hasMessage("enable.auto.commit is not to be set");
    assertThatThrownBy(() -> builder.kafka("isolation.level", "read_uncommitted"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.on(DevicesTopics.DEAD_LETTERS, record -> {}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(builder::build).hasMessage("bootstrap.servers is missing");
    builder.on(DevicesTopics.DEVICES, record -> {});
    assertThatThrownBy(() -> builder.on(DevicesTopics.DEVICES, record -> {}))
        .hasMessageContaining("already");
  }
}

package io.tributary.gateway.kafka.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.kit.LogConsumer;
import io.tributary.gateway.kit.MemoryLog;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopicReaderTest {

  private final MemoryLog log = new MemoryLog();
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicBoolean crowded = new AtomicBoolean();
  private final Map<String, KafkaException> refused = new ConcurrentHashMap<>();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final TopicReader reader =
      new TopicReader(
          () -> new LogConsumer(log), () -> this::ends, () -> System.nanoTime() + skipped.get());
  private final TopicProgress end = follow("end", TopicProgress.From.END);
  private final TopicProgress beginning = follow("beginning", TopicProgress.From.BEGINNING);

  @AfterEach
  void close() throws Exception {
    reader.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
  }

  @Test
  void shouldSeeOnlyRecordsAfterItsStartWhenItStartsAtTheEnd() throws Exception {
    append("end", 0, "old");
    append("beginning", 0, "first");
    reader.start();

    append("end", 0, "new");

    await().until(() -> seen.contains("new"));
    assertThat(seen).containsExactly("first", "new");
  }

  @Test
  void shouldCatchUpWithTheLogThoughOthersKeepAsking() throws Exception {
    reader.start();
    crowded.set(true);
    append("beginning", 2, "late");

    beginning.catchUp().get(1, TimeUnit.MINUTES);

    assertThat(seen).containsExactly("late");
  }

  @Test
  void shouldFailToCatchUpAfterASecondAndBecomeUnreadyAfterTwo() throws Exception {
    reader.start();
    log.hold();
    append("beginning", 0, "unseen");

    assertThatThrownBy(() -> beginning.catchUp().get(1, TimeUnit.MINUTES))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TimeoutException.class);
    assertThat(reader.unreadyReasons()).isEmpty();

    await().until(end::isCurrent);
    skipped.addAndGet(TimeUnit.SECONDS.toNanos(3));
    assertThat(reader.unreadyReasons()).extracting(HealthReason::code).contains("directory_behind");
  }

  @Test
  void shouldSayWhichTopicKafkaRefusesAndFollowTheOthers() throws Exception {
    reader.start();
    refused.put("beginning", new TopicAuthorizationException(Set.of("beginning")));

    assertThatThrownBy(beginning.catchUp()::join)
        .hasStackTraceContaining("TopicAuthorizationException");
    skipped.addAndGet(TimeUnit.SECONDS.toNanos(3));

    await()
        .untilAsserted(
            () ->
                assertThat(reader.unreadyReasons())
                    .singleElement()
                    .satisfies(
                        reason ->
                            assertThat(reason.message())
                                .contains("beginning", "TopicAuthorizationException")));
    append("end", 0, "new");
    end.catchUp().get(1, TimeUnit.MINUTES);
    assertThat(seen).containsExactly("new");

    refused.clear();
    skipped.addAndGet(TimeUnit.SECONDS.toNanos(10));
    await().until(() -> reader.unreadyReasons().isEmpty());
  }

  @Test
  void shouldFailAtOnceAfterItsEnd() throws Exception {
    reader.start();
    reader.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));

    assertThat(beginning.catchUp()).isCompletedExceptionally();
  }

  @Test
  void shouldFailWaitingCallersWhenItIsClosed() throws Exception {
    reader.start();
    log.hold();
    append("beginning", 0, "unseen");
    CompletableFuture<Void> asked = beginning.catchUp();

    reader.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));

    assertThatThrownBy(asked::join).hasCauseInstanceOf(IllegalStateException.class);
  }

  /** In a crowd there is always one more who asks while the answer to another is on its way. */
  private Map<TopicPartition, CompletableFuture<Long>> ends(Collection<TopicPartition> of) {
    if (crowded.get()) {
      CompletableFuture<Void> unused = beginning.catchUp();
    }
    Map<TopicPartition, CompletableFuture<Long>> ends = new HashMap<>(log.ends(of));
    ends.replaceAll(
        (partition, offset) -> {
          KafkaException refusal = refused.get(partition.topic());
          return refusal == null ? offset : CompletableFuture.failedFuture(refusal);
        });
    return ends;
  }

  private void append(String topic, int partition, String value) {
    log.append(
        new ProducerRecord<>(topic, partition, null, value.getBytes(StandardCharsets.UTF_8)));
  }

  private TopicProgress follow(String topic, TopicProgress.From from) {
    return reader.follow(
        topic, from, record -> seen.add(new String(record.value(), StandardCharsets.UTF_8)));
  }
}

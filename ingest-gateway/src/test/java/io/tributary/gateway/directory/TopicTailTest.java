package io.tributary.gateway.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.kit.LogConsumer;
import io.tributary.gateway.kit.MemoryLog;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopicTailTest {

  private final MemoryLog log = new MemoryLog();
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicBoolean crowded = new AtomicBoolean();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final TopicTail beginning = tail(TopicTail.From.BEGINNING);
  private final TopicTail end = tail(TopicTail.From.END);

  @AfterEach
  void close() throws Exception {
    beginning.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
    end.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
  }

  @Test
  void shouldSeeOnlyWhatComesAfterItsStartWhenItStartsAtTheEnd() throws Exception {
    append(0, "old");
    end.start();

    append(0, "new");

    await().until(() -> seen.contains("new"));
    assertThat(seen).containsExactly("new");
  }

  @Test
  void shouldCatchUpWithWhatTheLogHasNow() throws Exception {
    beginning.start();
    append(2, "late");

    beginning.catchUp().get(1, TimeUnit.MINUTES);

    assertThat(seen).containsExactly("late");
  }

  @Test
  void shouldFailToCatchUpAfterASecondAndBecomeUnreadyAfterTwo() throws Exception {
    beginning.start();
    log.hold();
    append(0, "unseen");

    assertThatThrownBy(() -> beginning.catchUp().get(1, TimeUnit.MINUTES))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TimeoutException.class);
    assertThat(beginning.check()).isEmpty();

    skipped.addAndGet(TimeUnit.SECONDS.toNanos(3));
    assertThat(beginning.check())
        .extracting(HealthReason::code)
        .containsExactly("directory_behind");
  }

  @Test
  void shouldFailAtOnceWhenItIsOver() throws Exception {
    beginning.start();
    beginning.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));

    assertThat(beginning.catchUp()).isCompletedExceptionally();
  }

  @Test
  void shouldFailWhoWaitsWhenItIsClosed() throws Exception {
    beginning.start();
    log.hold();
    append(0, "unseen");
    CompletableFuture<Void> asked = beginning.catchUp();

    beginning.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));

    assertThat(asked).failsWithin(Duration.ofSeconds(5));
  }

  /** In a crowd there is always one more who asks while the answer to another is on its way. */
  private void askIfCrowded() {
    if (crowded.get()) {
      CompletableFuture<Void> unused = beginning.catchUp();
    }
  }

  private void append(int partition, String value) {
    log.append(new ProducerRecord<>("t", partition, null, value.getBytes(StandardCharsets.UTF_8)));
  }

  private TopicTail tail(TopicTail.From from) {
    return new TopicTail(
        "t",
        from,
        () -> new LogConsumer(log, this::askIfCrowded),
        record -> seen.add(new String(record.value(), StandardCharsets.UTF_8)),
        () -> System.nanoTime() + skipped.get());
  }
}

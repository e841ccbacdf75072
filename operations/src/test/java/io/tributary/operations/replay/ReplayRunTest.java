package io.tributary.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.NoProgress;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ReplayRunTest {

  private static final String NAME = "tables";

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final AtomicLong skipped = new AtomicLong();
  private final Ticker ticker = () -> System.nanoTime() + skipped.get();
  private List<HealthReason> reasons = List.of();
  private Cluster cluster;
  private ReplayRegistry book;
  private TopicPartition partition;

  @BeforeEach
  void createTopic(TestInfo test) throws Exception {
    partition = new TopicPartition(test.getTestMethod().orElseThrow().getName(), 0);
    cluster = broker.connect();
    EmbeddedBroker.createTopic(cluster, partition.topic());
    book = new ReplayRegistry(cluster);
    append(10);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void shouldEndAtItsEndsWithoutOtherWriters() throws Exception {
    begin(false);
    append(5);
    commit(10);

    assertThat(run().get(1, TimeUnit.MINUTES).to()).containsEntry(partition, 10L);
  }

  @Test
  void shouldContinueToTheRemovalsOfOthers() throws Exception {
    begin(true);
    CompletableFuture<ReplayProgress> running = run();
    append(5);
    commit(10);
    Awaitility.await().until(() -> book.find(NAME).orElseThrow().total() == 15);
    ReplayProgress noted = book.find(NAME).orElseThrow();
    assertThat(noted.isFinished()).isFalse();
    assertThat(noted.putsEnd()).containsEntry(partition, 10L);
    assertThat(noted.spec().live()).isTrue();
    assertThat(running).isNotDone();

    append(5);
    commit(15);
    assertThat(running.get(1, TimeUnit.MINUTES).isFinished()).isTrue();
    assertThat(book.find(NAME).orElseThrow().to()).containsEntry(partition, 15L);
  }

  @Test
  void shouldBeHalfDoneWhenItIsKilledBeforeItGoesOn() throws Exception {
    begin(true);
    commit(10);

    ReplayProgress killed = book.find(NAME).orElseThrow();
    assertThat(killed.done()).isEqualTo(killed.total());
    assertThat(killed.isFinished()).isFalse();
    assertThat(run().get(1, TimeUnit.MINUTES).isFinished()).isTrue();
  }

  @Test
  void shouldEndWhenWritesCannotSucceedAndNameTheTable() throws Exception {
    begin(false);
    reasons =
        List.of(new HealthReason("dynamodb_misconfigured", "writes to history have been failing"));
    CompletableFuture<ReplayProgress> running = run();
    assertThat(running).isNotDone();

    skipped.addAndGet(Duration.ofSeconds(21).toNanos());
    assertThat(running)
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining(
            "replay tables stops: writes to history have been failing; fix that and"
                + " repeat the command to continue");
  }

  private CompletableFuture<ReplayProgress> run() {
    Progress progress = new NoProgress();
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new ReplayRun(book, new Idle(reasons), progress, ticker).await(NAME);
          } catch (InterruptedException e) {
            throw new CompletionException(e);
          }
        });
  }

  private void begin(boolean live) throws InterruptedException {
    ReplaySpec spec = new ReplaySpec(new TreeSet<>(List.of("history")), "", "", live);
    try (TopicScan scan = TopicScan.open(cluster, List.of(partition.topic()))) {
      book.begin(NAME, spec, scan, Deadline.after(Duration.ZERO, System::nanoTime));
    }
  }

  private void append(int records) throws Exception {
    try (Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      for (int i = 0; i < records; i++) {
        producer.send(new ProducerRecord<>(partition.topic(), 0, null, new byte[] {1})).get();
      }
    }
  }

  private void commit(long offset) throws Exception {
    cluster
        .admin()
        .alterConsumerGroupOffsets(
            "tributary-replay-" + NAME, Map.of(partition, new OffsetAndMetadata(offset)))
        .all()
        .get();
  }

  /** Stores nothing; what is committed is the test's to say. */
  private record Idle(List<HealthReason> reasons) implements Component {

    @Override
    public List<HealthReason> unreadyReasons() {
      return reasons;
    }
  }
}

package io.tributary.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.kafka.follow.TopicReader;
import io.tributary.gateway.kit.LogConsumer;
import io.tributary.gateway.kit.MemoryLog;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.TopicNaming;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DirectoryTest {

  private static final String ID = "6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01";

  private static final String OTHER_ID = "6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b02";

  private static final Deadline IN_TIME = Deadline.after(Duration.ofMinutes(1), System::nanoTime);

  private final MemoryLog log = new MemoryLog();
  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final TopicReader reader =
      new TopicReader(() -> new LogConsumer(log), () -> log::ends, System::nanoTime);
  private final List<String> skipped = new CopyOnWriteArrayList<>();
  private final List<Long> revsInForce = new CopyOnWriteArrayList<>();
  private volatile boolean over;
  private final Directory<String, ApiKey, ApiKey> directory =
      new Directory<>(
          DevicesTopics.API_KEYS,
          new Directory.Source(
              reader, TopicNaming.PLAIN, format, skipped::add, RuntimeContext.system(), () -> over),
          ApiKey::getKeyId,
          Function.identity(),
          ApiKey::getRev,
          (before, after) -> revsInForce.add(currentRev()));

  @AfterEach
  void close() throws Exception {
    reader.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
  }

  @Test
  void shouldHoldTheNewestRecordOfEachKey() throws Exception {
    append(ID, key(1));
    append(ID, key(2));

    reader.start();

    assertThat(directory.find(ID).orElseThrow().getRev()).isEqualTo(2);
    assertThat(directory.values()).hasSize(1);
  }

  @Test
  void shouldForgetAKeyWhoseRecordIsRemoved() throws Exception {
    append(ID, key(1));
    reader.start();

    append(ID, null);
    directory.catchUp().get(1, TimeUnit.MINUTES);

    assertThat(directory.find(ID)).isEmpty();
  }

  @Test
  void shouldNotHaveCaughtUpOnceChangesAreRecordedElsewhere() throws Exception {
    over = true;
    append(ID, key(1));
    reader.start();

    assertThat(directory.find(ID)).isPresent();
    assertThat(directory.catchUp()).isCompletedExceptionally();
  }

  @Test
  void shouldSkipUnreadableRecordsAndContinue() throws Exception {
    append(ID, new byte[] {1, 2, 3});
    append("no uuid", key(1));
    append(OTHER_ID, key(1));
    log.append(new ProducerRecord<>("devices.api-keys", 3, null, key(2)));
    append(ID, key(3));

    reader.start();

    assertThat(directory.find(ID).orElseThrow().getRev()).isEqualTo(3);
    assertThat(directory.find(OTHER_ID)).as("a value of another key").isEmpty();
    assertThat(skipped).hasSize(4);
  }

  @Test
  void shouldCallItsListenerBeforeAChangeIsVisible() throws Exception {
    append(ID, key(1));
    append(ID, key(2));
    append(ID, null);

    reader.start();

    assertThat(revsInForce).containsExactly(0L, 1L, 2L);
  }

  @Test
  void shouldCompleteWhenAnEntryIsVisible() throws Exception {
    append(ID, key(1));
    reader.start();

    CompletableFuture<ApiKey> already = directory.visible(ID, 1, IN_TIME);
    CompletableFuture<ApiKey> later = directory.visible(ID, 2, IN_TIME);

    assertThat(already).isCompleted();
    assertThat(later).isNotCompleted();
    append(ID, key(2));
    await().until(later::isDone);
    assertThat(later.get().getRev()).isEqualTo(2);
  }

  @Test
  void shouldForgetCallersWhoseEntryHasNotComeByTheirDeadline() throws Exception {
    append(ID, key(1));
    reader.start();

    CompletableFuture<ApiKey> late =
        directory.visible(ID, 2, Deadline.after(Duration.ofMillis(50), System::nanoTime));
    append(ID, null);

    await().until(late::isCompletedExceptionally);
  }

  private long currentRev() {
    return directory.find(ID).map(ApiKey::getRev).orElse(0L);
  }

  private byte[] key(long rev) {
    return format.encode(new ApiKey(ID, "00", 1L, null, true, null, List.of(), rev));
  }

  private void append(String key, byte @Nullable [] value) {
    log.append(
        new ProducerRecord<>("devices.api-keys", 3, key.getBytes(StandardCharsets.UTF_8), value));
  }
}

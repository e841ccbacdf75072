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
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.TopicNaming;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A record of a schema that the replica which is asked has not heard of; it may revoke a key. */
final class LaggingRegistryTest {

  private static final String ID = "6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01";
  private static final byte[] BY_ID = {0, 0, 0, 0, 9};

  private final MemoryLog log = new MemoryLog();
  private final TopicReader reader =
      new TopicReader(() -> new LogConsumer(log), () -> log::ends, System::nanoTime);
  private final AtomicInteger undecodable = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();

  /** The log's records are appended at -1, epoch milliseconds. */
  private volatile long now;

  private volatile boolean known;

  private final ValueFormat format =
      new ValueFormat() {
        @Override
        public byte[] encode(SpecificRecordBase value) {
          return SingleObjectFormat.ofReleases().encode(value);
        }

        @Override
        public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
          asked.incrementAndGet();
          if (!known) {
            throw UndecodableException.ofUnknownSchema("the schema registry has no id 9");
          }
          return type.cast(new ApiKey(ID, "00", 1L, null, false, null, List.of(), 2L));
        }

        @Override
        public GenericRecord decodeAny(byte[] bytes) {
          return SingleObjectFormat.ofReleases().decodeAny(bytes);
        }
      };
  private final Directory<String, ApiKey, ApiKey> directory =
      new Directory<>(
          DevicesTopics.API_KEYS,
          new Directory.Source(
              reader,
              TopicNaming.PLAIN,
              format,
              record -> undecodable.incrementAndGet(),
              new RuntimeContext(
                  () -> Instant.ofEpochMilli(now),
                  System::nanoTime,
                  () -> 0,
                  new SecureRandom(),
                  Map.of()),
              () -> false),
          ApiKey::getKeyId,
          Function.identity(),
          ApiKey::getRev,
          (before, after) -> {});

  @AfterEach
  void close() throws Exception {
    reader.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
  }

  @Test
  void shouldWaitForARecordThatIsNew() throws Exception {
    now = Duration.ofMinutes(9).toMillis();
    reader.start();
    append();

    await().until(() -> asked.get() > 2);

    assertThat(undecodable).hasValue(0);
    await().until(() -> !reader.unreadyReasons().isEmpty());
    known = true;
    await().until(() -> directory.find(ID).isPresent());
    assertThat(undecodable).hasValue(0);
  }

  @Test
  void shouldSkipLongUnknownSchemas() throws Exception {
    now = Duration.ofMinutes(9).toMillis();
    reader.start();
    append();
    await().until(() -> asked.get() > 0);

    now = Duration.ofMinutes(11).toMillis();

    await().until(() -> undecodable.get() == 1);
    assertThat(directory.find(ID)).isEmpty();
  }

  private void append() {
    log.append(
        new ProducerRecord<>("devices.api-keys", 3, ID.getBytes(StandardCharsets.UTF_8), BY_ID));
  }
}

package io.tributary.runtime.kafka.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.GenerationState;
import io.tributary.schemas.format.SingleObjectFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GenerationLogTest {

  private static final TopicPartition PLACE = new TopicPartition("tributary.generations", 0);
  private static final int RECORDS = 2000;

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private long offset;

  private static byte[] change(int generation) {
    return SingleObjectFormat.ofReleases()
        .encode(new GenerationChange(generation, GenerationState.live, List.of(), 0, "1.0.0", 1L));
  }

  private void append(String key, byte @Nullable [] value) {
    consumer.addRecord(
        new ConsumerRecord<>(
            PLACE.topic(), 0, offset, key.getBytes(StandardCharsets.UTF_8), value));
    offset++;
  }

  private Generation read() {
    consumer.updateBeginningOffsets(Map.of(PLACE, 0L));
    consumer.updateEndOffsets(Map.of(PLACE, offset));
    return GenerationLog.read(consumer, PLACE, Duration.ofMinutes(1));
  }

  @Test
  void shouldBelieveNoGarbage() {
    consumer.assign(List.of(PLACE));
    Random random = new Random(20_261_128L);
    append("3", change(3));
    for (int i = 0; i < RECORDS; i++) {
      byte[] value = change(4 + random.nextInt(100));
      for (int k = random.nextInt(5); k >= 0; k--) {
        value[random.nextInt(value.length)] = (byte) random.nextInt(256);
      }
      append("x" + random.nextInt(100), Arrays.copyOf(value, random.nextInt(2 * value.length)));
    }
    append("7", change(8));
    append("9", new byte[] {1});
    append("4", change(4));
    append("5", new byte[] {1, 2, 3});
    append("6", null);
    append("7", Arrays.copyOf(change(7), 12));

    assertThat(read().number()).isEqualTo(4);
  }

  @Test
  void shouldNotGuessBehindAChangeOfALaterRelease() {
    consumer.assign(List.of(PLACE));
    append("3", change(3));
    byte[] later = change(4);
    later[3]++;
    append("4", later);

    assertThatThrownBy(this::read)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("tributary.generations-0/1 has a schema of a later release: use that one");
  }
}

package io.tributary.gateway.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.gateway.kit.LogConsumer;
import io.tributary.gateway.kit.MemoryLog;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopicReaderTest {

  private final MemoryLog log = new MemoryLog();
  private final SingleObjectFraming framing = SingleObjectFraming.ofReleases();
  private final Counter undecodable = new SimpleMeterRegistry().counter("undecodable");

  @Test
  void shouldPassOverWhatItCannotRead() throws Exception {
    // Given
    SecretFingerprint first = new SecretFingerprint("a", "01");
    SecretFingerprint second = new SecretFingerprint("b", "02");
    append(framing.encode(first));
    append(new byte[] {1, 2, 3});
    append(null);
    append(framing.encode(second));

    // When
    Directory.Source source =
        new Directory.Source(
            () -> new LogConsumer(log), TopicNaming.PLAIN, framing, undecodable, Ambient.system());
    var read = new TopicReader(source).readAll(Topics.META);

    // Then
    assertThat(read).containsExactly(first, second);
    assertThat(undecodable.count()).isEqualTo(2);
  }

  private void append(byte @Nullable [] value) {
    log.append(new ProducerRecord<>("tributary.meta", 0, null, value));
  }
}

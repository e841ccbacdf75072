package io.tributary.benchmarks;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.key.Sha256;
import io.tributary.schemas.topic.DevicesTopics;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Bytes;

/**
 * Ids that a store remembers, by number.
 *
 * @param first time of the first one
 * @param apart milliseconds between two of them
 */
record RememberedIds(long first, long apart) {

  /** A digest and a time, as the changelog has them. */
  record Id(Bytes key, byte[] value) {}

  /** Ids that fill the time that ids are remembered. */
  static RememberedIds until(long last, long count) {
    long life = DevicesTopics.BATCH_ID_LIFE.toMillis();
    return new RememberedIds(last - life, Math.max(1, life / count));
  }

  List<Id> some(long from, int count) {
    return LongStream.range(from, from + count).mapToObj(this::id).toList();
  }

  /** Fills a changelog with ids, evenly over its partitions. */
  void fill(KafkaClients kafka, String changelog, int ids) {
    Map<String, Object> large =
        Map.of(ProducerConfig.LINGER_MS_CONFIG, 20, ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
    try (Producer<byte[], byte[]> producer = kafka.producer("fill", large)) {
      int partitions = producer.partitionsFor(changelog).size();
      for (int number = 0; number < ids; number++) {
        Id id = id(number);
        producer.send(
            new ProducerRecord<>(changelog, number % partitions, id.key().get(), id.value()));
      }
    }
  }

  private Id id(long number) {
    byte[] digest = Sha256.begin().digest(bytes(number));
    return new Id(
        Bytes.wrap(Arrays.copyOf(digest, digest.length / 2)), bytes(first + number * apart));
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }
}

package io.tributary.sink.commit;

import io.tributary.runtime.kafka.client.KafkaClients;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Producers whose transactions fail within seconds rather than hold up readers. */
public final class TransactionalProducers {

  private static final int TRANSACTION_TIMEOUT_MS = 10_000;
  private static final int DELIVERY_TIMEOUT_MS = 8_000;
  private static final int REQUEST_TIMEOUT_MS = 4_000;

  private TransactionalProducers() {}

  /** The newest producer of a transactional id fences all others, and ends their transactions. */
  public static Producer<byte[], byte[]> open(
      KafkaClients clients, String clientId, String transactionalId, int largestRecord) {
    return clients.producer(
        clientId,
        Map.of(
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            DELIVERY_TIMEOUT_MS,
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
            REQUEST_TIMEOUT_MS,
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            TRANSACTION_TIMEOUT_MS,
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            largestRecord),
        Map.of(
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            transactionalId,
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            TRANSACTION_TIMEOUT_MS));
  }
}

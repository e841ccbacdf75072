package io.tributary.sink.relay;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Factory of a relay's Kafka clients. */
interface RelayClients {

  /** A member of the group in which the owner of the positions' partition relays. */
  Consumer<byte[], byte[]> consumer();

  /** A transactional producer with the transactional id that all relays share. */
  Producer<byte[], byte[]> producer();
}

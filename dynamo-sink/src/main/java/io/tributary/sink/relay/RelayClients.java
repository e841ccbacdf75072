package io.tributary.sink.relay;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Makes a relay's Kafka clients. */
interface RelayClients {

  /** A member of the group whose one member with the positions' partition relays. */
  Consumer<byte[], byte[]> consumer();

  /** A transactional producer, always with the one transactional id that all relays share. */
  Producer<byte[], byte[]> producer();
}

package io.tributary.runtime.kafka.generation;

import org.apache.kafka.common.KafkaException;

/** No broker answers in time. */
public final class NoBrokerException extends KafkaException {

  private static final long serialVersionUID = 1;

  public NoBrokerException(String bootstrapServers) {
    super("no Kafka broker answers at " + bootstrapServers);
  }
}

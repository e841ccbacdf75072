package io.tributary.operations.topics;

import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.ForeignRecords;
import io.tributary.operations.kafka.RecordFinder;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.deadletter.Origin;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Writes tombstones behind foreign waits, which end no other way. */
public final class WaitTombstone {

  private static final String CLIENT = "tributary-cli-discard";

  private WaitTombstone() {}

  /**
   * Discards a foreign wait; OperationException for one of our own.
   *
   * @return the reason that it is foreign
   */
  public static String write(KafkaClients clients, Origin place) throws InterruptedException {
    try (ForeignRecords foreign = new ForeignRecords(clients);
        RecordFinder finder = RecordFinder.open(clients);
        Producer<byte[], byte[]> producer = clients.producer(CLIENT, Map.of())) {
      if (!foreign.topics().contains(place.topic())) {
        throw OperationException.invalid(
            place.topic() + " is none of the topics of waits " + foreign.topics());
      }
      ConsumerRecord<byte[], byte[]> wait =
          finder
              .find(place.topic(), place.partition(), place.offset())
              .orElseThrow(() -> OperationException.invalid("there is no record at " + place));
      String reason =
          foreign
              .reason(wait)
              .orElseThrow(
                  () ->
                      OperationException.invalid(place + " is a wait of ours; it ends by itself"));
      Object unused =
          producer
              .send(new ProducerRecord<>(place.topic(), place.partition(), wait.key(), null))
              .get();
      return reason;
    } catch (ExecutionException e) {
      throw new KafkaException(place.topic() + " cannot be written", e.getCause());
    }
  }
}

package io.tributary.sink.intake;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.route.Decoded;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Which records are written, as what, and what becomes of those that cannot be. */
public interface Selection {

  /** Everything, as the sink does. */
  Selection ALL = new Selection() {};

  /** False of a record that is passed over. */
  default boolean takes(ConsumerRecord<byte[], byte[]> record) {
    return true;
  }

  /** What is made of a record that was read. */
  default Decoded adapt(Decoded decoded) {
    return decoded;
  }

  /** The failure by which the record becomes a dead letter; empty when it does not. */
  default Optional<Failure> bury(ConsumerRecord<byte[], byte[]> record, Failure failure) {
    return Optional.of(failure);
  }
}

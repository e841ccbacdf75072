package io.tributary.sink.relay;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Sends facts and positions together: all or none, whatever crashes when. After a failure it is
 * unknown which of the two, until somebody {@link #begin begins} again and reads the positions.
 */
final class RelayTransactions implements AutoCloseable {

  private final Producer<byte[], byte[]> producer;

  private RelayTransactions(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /** Fences whoever relayed before, and settles what was left open. */
  static RelayTransactions begin(Producer<byte[], byte[]> producer) {
    RelayTransactions transactions = new RelayTransactions(producer);
    try {
      producer.initTransactions();
    } catch (RuntimeException e) {
      transactions.close();
      throw e;
    }
    return transactions;
  }

  /** Throws {@link org.apache.kafka.common.KafkaException} unless they are committed. */
  void commit(List<ProducerRecord<byte[], byte[]>> records) {
    producer.beginTransaction();
    for (ProducerRecord<byte[], byte[]> each : records) {
      // whether it was sent is what the end of the transaction tells
      Future<RecordMetadata> unused = producer.send(each);
    }
    producer.commitTransaction();
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}

package io.tributary.sink.relay;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Transactions of facts and positions: all or none, after any crash. After a failure the result is
 * unknown until the next {@link #begin} and a read of the positions.
 */
final class RelayTransactions implements AutoCloseable {

  private final Producer<byte[], byte[]> producer;

  private RelayTransactions(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /** Fences earlier relays, and settles their open transactions. */
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
      // the end of the transaction tells whether it was sent
      Future<RecordMetadata> unused = producer.send(each);
    }
    producer.commitTransaction();
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}

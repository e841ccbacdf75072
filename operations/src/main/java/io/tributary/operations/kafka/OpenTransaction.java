package io.tributary.operations.kafka;

import io.tributary.operations.OperationException;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;

/**
 * A transaction that is open in a partition. Readers of committed records stop at its first offset.
 *
 * @param producer Kafka's id of its producer
 * @param from its first offset
 * @param lastWrite epoch milliseconds
 * @param transactionalId empty if no coordinator knows it: then nothing ends it but an operator
 */
public record OpenTransaction(
    TopicPartition partition,
    long producer,
    int epoch,
    int coordinatorEpoch,
    long from,
    long lastWrite,
    Optional<String> transactionalId) {

  /** The open transactions of some partitions; none without the permission to ask. */
  public static List<OpenTransaction> in(Cluster cluster, Collection<TopicPartition> partitions)
      throws InterruptedException {
    if (partitions.isEmpty()) {
      return List.of();
    }
    try {
      Map<TopicPartition, PartitionProducerState> producers =
          KafkaAnswers.of(cluster.admin().describeProducers(partitions).all());
      List<OpenTransaction> open = new ArrayList<>();
      producers.forEach(
          (place, states) ->
              states.activeProducers().stream()
                  .filter(state -> state.currentTransactionStartOffset().isPresent())
                  .map(state -> of(place, state))
                  .forEach(open::add));
      return open.isEmpty() ? open : named(cluster.admin(), open);
    } catch (ApiException e) {
      return List.of();
    }
  }

  private static OpenTransaction of(TopicPartition place, ProducerState state) {
    return new OpenTransaction(
        place,
        state.producerId(),
        state.producerEpoch(),
        state.coordinatorEpoch().orElse(-1),
        state.currentTransactionStartOffset().orElseThrow(),
        state.lastTimestamp(),
        Optional.empty());
  }

  private static List<OpenTransaction> named(Admin admin, List<OpenTransaction> open)
      throws InterruptedException {
    ListTransactionsOptions ours =
        new ListTransactionsOptions()
            .filterProducerIds(
                open.stream().map(OpenTransaction::producer).collect(Collectors.toSet()));
    Map<Long, String> names =
        KafkaAnswers.of(admin.listTransactions(ours).all()).stream()
            .collect(
                Collectors.toMap(
                    TransactionListing::producerId,
                    TransactionListing::transactionalId,
                    (one, other) -> one));
    return open.stream()
        .map(each -> each.named(Optional.ofNullable(names.get(each.producer()))))
        .toList();
  }

  private OpenTransaction named(Optional<String> name) {
    return new OpenTransaction(partition, producer, epoch, coordinatorEpoch, from, lastWrite, name);
  }

  /**
   * Aborts the transactions of a producer in a topic; returns those that were open.
   *
   * @param topic in the cluster
   */
  public static List<OpenTransaction> abort(Cluster cluster, String topic, long producer)
      throws InterruptedException {
    List<OpenTransaction> open =
        in(cluster, cluster.queries().partitions(List.of(topic))).stream()
            .filter(each -> each.producer() == producer)
            .toList();
    for (OpenTransaction each : open) {
      each.abort(cluster.admin());
    }
    return open;
  }

  private void abort(Admin admin) throws InterruptedException {
    try {
      if (transactionalId.isPresent()) {
        KafkaAnswers.of(admin.fenceProducers(List.of(transactionalId.get())).all());
      } else {
        KafkaAnswers.of(
            admin
                .abortTransaction(
                    new AbortTransactionSpec(partition, producer, (short) epoch, coordinatorEpoch))
                .all());
      }
    } catch (ApiException e) {
      throw OperationException.failed(
          "the transaction in " + partition + " is not aborted: " + e.getMessage());
    }
  }
}

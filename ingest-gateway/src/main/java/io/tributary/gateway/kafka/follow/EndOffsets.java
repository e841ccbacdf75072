package io.tributary.gateway.kafka.follow;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Ends of logs, open transactions included: a change behind one may be meant for us. Asked on a
 * connection of their own: on the consumer's they would wait behind a fetch.
 */
public interface EndOffsets extends AutoCloseable {

  /** Asks for all partitions at once. */
  Map<TopicPartition, CompletableFuture<Long>> of(Collection<TopicPartition> partitions);

  @Override
  default void close() {}

  /** Asks a client, which closes with this. */
  static EndOffsets of(Admin admin) {
    return new EndOffsets() {
      @Override
      public Map<TopicPartition, CompletableFuture<Long>> of(
          Collection<TopicPartition> partitions) {
        ListOffsetsResult result =
            admin.listOffsets(
                partitions.stream()
                    .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())),
                new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)
                    .timeoutMs(Math.toIntExact(TopicReader.ASK.toMillis())));
        return partitions.stream()
            .collect(Collectors.toMap(each -> each, each -> end(result, each)));
      }

      @Override
      public void close() {
        admin.close(TopicReader.ASK);
      }
    };
  }

  private static CompletableFuture<Long> end(ListOffsetsResult result, TopicPartition partition) {
    return result
        .partitionResult(partition)
        .toCompletionStage()
        .thenApply(ListOffsetsResult.ListOffsetsResultInfo::offset)
        .toCompletableFuture();
  }
}

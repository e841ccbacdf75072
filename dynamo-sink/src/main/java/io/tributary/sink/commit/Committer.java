package io.tributary.sink.commit;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits offsets: plainly where no dead letter is due, else in one transaction with the dead
 * letters. For the consumer's thread.
 */
public final class Committer {

  private static final Logger log = LoggerFactory.getLogger(Committer.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final DeadLetterTransactions transactions;
  private final Meters meters;

  public Committer(
      Consumer<byte[], byte[]> consumer, DeadLetterTransactions transactions, Meters meters) {
    this.consumer = consumer;
    this.transactions = transactions;
    this.meters = meters;
  }

  /**
   * Commits and returns those that are committed. The others may be tried again, or belong to
   * another instance by now. An exception leaves open what is committed.
   */
  public List<PartitionCommit> commit(Collection<PartitionCommit> commits) {
    Map<Boolean, List<PartitionCommit>> byKind =
        commits.stream().collect(Collectors.partitioningBy(each -> each.letters().isEmpty()));
    List<PartitionCommit> committed = new ArrayList<>();
    for (Map.Entry<Boolean, List<PartitionCommit>> kind : byKind.entrySet()) {
      List<PartitionCommit> group = kind.getValue();
      if (!group.isEmpty() && (kind.getKey() ? plainly(group) : withLetters(group))) {
        committed.addAll(group);
      }
    }
    return committed;
  }

  private boolean plainly(List<PartitionCommit> commits) {
    try {
      consumer.commitSync(offsets(commits), TIMEOUT);
      meters.counter(SinkMeter.COMMITS, "plain").increment();
      return true;
    } catch (CommitFailedException | RebalanceInProgressException | TimeoutException e) {
      log.info("offsets not committed: {}", e.getMessage());
      return false;
    }
  }

  private boolean withLetters(List<PartitionCommit> commits) {
    List<DueLetter> letters = commits.stream().flatMap(each -> each.letters().stream()).toList();
    if (!transactions.commit(letters, offsets(commits), consumer.groupMetadata())) {
      return false;
    }
    meters.counter(SinkMeter.COMMITS, "transaction").increment();
    for (DueLetter letter : letters) {
      String code = letter.failure().code().name();
      meters.counter(SinkMeter.DEAD_LETTERS, code).increment();
      log.warn(
          "dead letter {} from {}/{}/{}",
          code,
          letter.record().topic(),
          letter.record().partition(),
          letter.record().offset());
    }
    return true;
  }

  private static Map<TopicPartition, OffsetAndMetadata> offsets(List<PartitionCommit> commits) {
    return commits.stream()
        .collect(
            Collectors.toMap(
                PartitionCommit::partition, each -> new OffsetAndMetadata(each.offset())));
  }
}

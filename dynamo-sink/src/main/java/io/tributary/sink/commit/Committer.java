package io.tributary.sink.commit;

import io.micrometer.core.instrument.Counter;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Stage;
import io.tributary.sink.metrics.SinkMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits offsets: plainly, or in one transaction with the dead letters that are due. For the
 * consumer's thread.
 */
public final class Committer {

  private static final Logger log = LoggerFactory.getLogger(Committer.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final DeadLetterTransactions transactions;
  private final Meters meters;

  /** True while a plain commit that timed out may still be on its way. */
  private boolean late;

  /** True from a commit that failed, and was logged, until one that works. */
  private boolean troubled;

  public Committer(
      Consumer<byte[], byte[]> consumer, DeadLetterTransactions transactions, Meters meters) {
    this.consumer = consumer;
    this.transactions = transactions;
    this.meters = meters;
    // an alarm sees the first one only if there was a zero before it
    Arrays.stream(FailureCode.values())
        .filter(code -> code.stage() == Stage.SINK_DECODE || code.stage() == Stage.STORE)
        .forEach(code -> deadLetters(code.name()));
  }

  private Counter deadLetters(String code) {
    return meters.counter(SinkMeter.DEAD_LETTERS, code);
  }

  /**
   * Commits, and returns the committed ones. The others may be tried again, or belong to another
   * instance by now. An exception leaves the result unknown.
   */
  public List<PartitionCommit> commit(Collection<PartitionCommit> commits) {
    Map<Boolean, List<PartitionCommit>> byKind =
        commits.stream().collect(Collectors.partitioningBy(each -> each.deadLetters().isEmpty()));
    List<PartitionCommit> committed = new ArrayList<>();
    for (Map.Entry<Boolean, List<PartitionCommit>> kind : byKind.entrySet()) {
      List<PartitionCommit> group = kind.getValue();
      if (!group.isEmpty()
          && (kind.getKey()
              ? plainly(offsets(group, PartitionCommit::offset))
              : withDeadLetters(group))) {
        committed.addAll(group);
      }
    }
    if (troubled && committed.size() == commits.size()) {
      troubled = false;
      log.info("offsets are committed again");
    }
    return committed;
  }

  private boolean plainly(Map<TopicPartition, OffsetAndMetadata> offsets) {
    try {
      consumer.commitSync(offsets, TIMEOUT);
      late = false;
      meters.counter(SinkMeter.COMMITS, "plain").increment();
      return true;
    } catch (TimeoutException e) {
      late = true;
      return failed("offsets not committed in time: ", e);
    } catch (CommitFailedException | RebalanceInProgressException e) {
      return failed("offsets not committed: ", e);
    }
  }

  private boolean withDeadLetters(List<PartitionCommit> commits) {
    // one that comes late would move the group back before the dead letters, which would double
    if (late && !plainly(offsets(commits, PartitionCommit::firstDeadLetter))) {
      return false;
    }
    List<DueDeadLetter> deadLetters =
        commits.stream().flatMap(each -> each.deadLetters().stream()).toList();
    try {
      transactions.commit(
          deadLetters, offsets(commits, PartitionCommit::offset), consumer.groupMetadata());
    } catch (CommitFailedException | RebalanceInProgressException e) {
      return failed("dead letters not committed, the group has moved on: ", e);
    }
    meters.counter(SinkMeter.COMMITS, "transaction").increment();
    for (DueDeadLetter deadLetter : deadLetters) {
      String code = deadLetter.failure().code().name();
      deadLetters(code).increment();
      log.warn("dead letter {} from {}", code, deadLetter.origin());
    }
    return true;
  }

  /** Logs the first failure only; a rebalance would bring one with every try. */
  private boolean failed(String what, KafkaException e) {
    if (!troubled) {
      troubled = true;
      log.info("{}{}", what, e.getMessage());
    }
    return false;
  }

  private static Map<TopicPartition, OffsetAndMetadata> offsets(
      List<PartitionCommit> commits, ToLongFunction<PartitionCommit> offset) {
    return commits.stream()
        .collect(
            Collectors.toMap(
                PartitionCommit::partition,
                each -> new OffsetAndMetadata(offset.applyAsLong(each), LogWatch.OURS)));
  }
}

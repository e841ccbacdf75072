package io.tributary.operations.deadletters;

import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.topics.CurrentTopics;
import io.tributary.operations.topics.TopicLoss;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.tenants.ChannelConversationKey;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts open dead letters. Reads each record once, from look to look, and for a limited time per
 * look.
 */
public final class OpenDeadLetterReader implements AutoCloseable {

  private static final Set<String> ROUTINE =
      Arrays.stream(FailureCode.values())
          .filter(FailureCode::isRoutine)
          .map(Enum::name)
          .collect(Collectors.toUnmodifiableSet());

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSING = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private final Ticker ticker;
  private final Map<String, Topic<?, ?>> topics = new HashMap<>();
  private final OldestOpenDeadLetters before;
  private final DecisionRecords decisions;
  private final CurrentTopics current;
  private final Consumer<byte[], byte[]> consumer;

  private final Map<DeadLetterId, Open> open = new LinkedHashMap<>();

  /** Ids with a decision whose dead letter is not read yet: topics are read in any order. */
  private final Set<DeadLetterId> decided = new HashSet<>();

  public OpenDeadLetterReader(Cluster cluster, Ticker ticker) throws InterruptedException {
    this.ticker = ticker;
    for (Family family : cluster.clients().families()) {
      for (Topic<?, ?> topic : List.of(Topics.deadLettersOf(family), Topics.decisionsOf(family))) {
        topics.put(cluster.clients().topics().of(topic), topic);
      }
    }
    before = new OldestOpenDeadLetters(cluster);
    current = new CurrentTopics(cluster);
    decisions = new DecisionRecords(current, cluster.clients().topics());
    consumer = cluster.clients().reader("tributary-cli-status", Map.of());
    consumer.assign(cluster.queries().partitions(topics.keySet()));
    before.seek(consumer);
  }

  /**
   * A dead letter without a decision.
   *
   * @param channel of an event that no tenant had claimed, as {@code type/id}; else empty
   */
  private record Open(String family, String code, String channel, long at) {

    static Open of(DeadLetterRecord deadLetter) {
      return new Open(
          deadLetter.id().family().label(),
          deadLetter.code(),
          deadLetter.code().equals(FailureCode.NO_TENANT_MAPPING.name())
              ? channel(deadLetter.key())
              : "",
          deadLetter.at().toEpochMilli());
    }

    private static String channel(String key) {
      try {
        ChannelKey channel = ChannelConversationKey.CODEC.decode(key).channel();
        return channel.type() + '/' + channel.id();
      } catch (KeyFormatException e) {
        return "";
      }
    }
  }

  /** Counts of the dead letters that are read so far. */
  public OpenDeadLetters look() throws InterruptedException {
    List<TopicLoss> unused = current.lost(topics.values());
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    Deadline deadline = Deadline.after(LONGEST, ticker);
    boolean all =
        new LogReader(consumer, POLL, polls -> !deadline.passed(), LONGEST)
            .read(
                ends,
                new LogReader.Visitor() {
                  @Override
                  public void record(ConsumerRecord<byte[], byte[]> record) {
                    take(record);
                  }

                  @Override
                  public boolean enough() {
                    return deadline.passed();
                  }
                })
            .isEmpty();
    if (all) {
      before.save(consumer, open.keySet());
    }
    return counted(all);
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    Topic<?, ?> topic = Objects.requireNonNull(topics.get(record.topic()));
    Family family = topic.family().orElseThrow();
    if (topic.kind() == TopicKind.DEAD_LETTERS) {
      DeadLetterRecord deadLetter = DeadLetterRecord.of(family, record);
      if (!decided.remove(deadLetter.id())) {
        open.put(deadLetter.id(), Open.of(deadLetter));
      }
    } else {
      decisions.about(family, record).ifPresent(id -> decide(id, record));
    }
  }

  private void decide(DeadLetterId id, ConsumerRecord<byte[], byte[]> record) {
    before.decided(id, new TopicPartition(record.topic(), record.partition()), record.offset());
    if (open.remove(id) == null) {
      decided.add(id);
    }
  }

  private OpenDeadLetters counted(boolean all) {
    Map<String, Map<Long, Long>> routine = new HashMap<>();
    Map<String, Map<String, Long>> codes = new HashMap<>();
    Map<String, Long> since = new HashMap<>();
    Map<String, Long> unclaimed = new HashMap<>();
    for (Open deadLetter : open.values()) {
      if (ROUTINE.contains(deadLetter.code())) {
        routine
            .computeIfAbsent(deadLetter.code(), first -> new HashMap<>())
            .merge(OpenDeadLetters.Arrivals.stepOf(deadLetter.at()), 1L, Long::sum);
        if (!deadLetter.channel().isEmpty()) {
          unclaimed.merge(deadLetter.channel(), 1L, Long::sum);
        }
      } else {
        codes
            .computeIfAbsent(deadLetter.family(), first -> new HashMap<>())
            .merge(deadLetter.code(), 1L, Long::sum);
        since.merge(deadLetter.family(), deadLetter.at(), Math::min);
      }
    }
    Map<String, OpenDeadLetters.OfFamily> families = new HashMap<>();
    codes.forEach(
        (family, counts) ->
            families.put(
                family, new OpenDeadLetters.OfFamily(counts, since.getOrDefault(family, 0L))));
    Map<String, OpenDeadLetters.Arrivals> arrivals = new HashMap<>();
    routine.forEach((code, steps) -> arrivals.put(code, new OpenDeadLetters.Arrivals(steps)));
    return new OpenDeadLetters(families, arrivals, unclaimed, all);
  }

  @Override
  public void close() {
    current.close();
    consumer.close(CloseOptions.timeout(CLOSING));
  }
}

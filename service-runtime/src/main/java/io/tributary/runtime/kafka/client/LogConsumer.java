package io.tributary.runtime.kafka.client;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer that tells of records that vanished before it read them, and reads a topic from its
 * beginning that was made anew. Without {@code auto.offset.reset}, for which both look alike.
 */
public final class LogConsumer extends KafkaConsumer<byte[], byte[]> {

  private static final Logger log = LoggerFactory.getLogger(LogConsumer.class);
  private static final Duration ASKING = Duration.ofSeconds(10);

  /** Commits in an open transaction are not waited for. */
  private static final Duration BRIEFLY = Duration.ofSeconds(3);

  private final LogWatch watch;
  private final LogListener listener;
  private final Map<String, Uuid> ids = new HashMap<>();

  private final ReadLimit limit;
  private Map<String, Uuid> seen = Map.of();

  /** A consumer that starts at the beginning where there is no offset. */
  public LogConsumer(Map<String, Object> config, LogWatch watch, LogListener listener) {
    super(withoutReset(config), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.watch = watch;
    this.listener = listener;
    limit = new ReadLimit(watch::limit);
  }

  private static Map<String, Object> withoutReset(Map<String, Object> config) {
    Map<String, Object> all = new HashMap<>(config);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    return all;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    lookAround();
    super.resume(limit.release(assignment(), this::position));
    try {
      return limited(super.poll(timeout));
    } catch (OffsetOutOfRangeException e) {
      tell(e.offsetOutOfRangePartitions());
      seekToBeginning(e.partitions());
    } catch (NoOffsetForPartitionException e) {
      seekToBeginning(e.partitions());
    }
    return ConsumerRecords.empty();
  }

  @Override
  public void subscribe(Collection<String> topics, ConsumerRebalanceListener user) {
    super.subscribe(topics, new Gaining(user));
  }

  @Override
  public void subscribe(Pattern pattern, ConsumerRebalanceListener user) {
    super.subscribe(pattern, new Gaining(user));
  }

  private ConsumerRecords<byte[], byte[]> limited(ConsumerRecords<byte[], byte[]> polled) {
    ConsumerRecords<byte[], byte[]> before = limit.cut(polled);
    for (TopicPartition place : polled.partitions()) {
      if (limit.held(place).isPresent()) {
        super.pause(Set.of(place));
        seek(place, limit.held(place).getAsLong());
      }
    }
    return before;
  }

  @Override
  public void pause(Collection<TopicPartition> partitions) {
    limit.pause(partitions);
    super.pause(partitions);
  }

  @Override
  public void resume(Collection<TopicPartition> partitions) {
    super.resume(limit.resume(partitions));
  }

  /** None where the next record must not be read yet: Kafka Streams would wait for it. */
  @Override
  public OptionalLong currentLag(TopicPartition partition) {
    return limit.held(partition).isPresent() ? OptionalLong.of(0) : super.currentLag(partition);
  }

  @Override
  public long position(TopicPartition partition) {
    return begun(() -> super.position(partition));
  }

  @Override
  public long position(TopicPartition partition, Duration timeout) {
    return begun(() -> super.position(partition, timeout));
  }

  private long begun(LongSupplier position) {
    try {
      return position.getAsLong();
    } catch (NoOffsetForPartitionException e) {
      seekToBeginning(e.partitions());
      return position.getAsLong();
    }
  }

  /** Looks at topics that have changed since the last poll. */
  private void lookAround() {
    Map<String, Uuid> now = watch.ids();
    if (now != seen) {
      seen = now;
      followNewTopics();
    }
  }

  /** Goes back to where this group was before another program committed. */
  private void takeBack(Collection<TopicPartition> gained) {
    try {
      committed(Set.copyOf(gained), BRIEFLY)
          .forEach(
              (place, commit) -> {
                if (commit != null && watch.isForeign(place, commit)) {
                  listener.foreign(place, commit.offset());
                  seek(place, watch.own(place));
                }
              });
    } catch (TimeoutException e) {
      log.debug("the commits of {} are unknown", gained, e);
    }
  }

  /** Looks at partitions before their user does. */
  private final class Gaining implements ConsumerRebalanceListener {

    private final ConsumerRebalanceListener user;

    private Gaining(ConsumerRebalanceListener user) {
      this.user = user;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      watch.rebalanced();
      followNewTopics();
      takeBack(partitions);
      user.onPartitionsAssigned(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      user.onPartitionsRevoked(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      user.onPartitionsLost(partitions);
    }
  }

  /** A position in the log of before means nothing in the new one. */
  private void followNewTopics() {
    for (String topic :
        assignment().stream().map(TopicPartition::topic).collect(Collectors.toSet())) {
      Uuid now = seen.get(topic);
      Uuid before = now == null ? null : ids.put(topic, now);
      if (before != null && !before.equals(now)) {
        List<TopicPartition> places =
            assignment().stream().filter(place -> place.topic().equals(topic)).toList();
        log.warn("topic {} was made anew: read from its beginning", topic);
        seekToBeginning(places);
        listener.madeAnew(places);
      }
    }
  }

  private void tell(Map<TopicPartition, Long> positions) {
    Map<TopicPartition, OffsetAndMetadata> passed = new HashMap<>();
    Map<TopicPartition, Long> starts = beginningOffsets(positions.keySet(), ASKING);
    positions.forEach(
        (place, position) -> {
          long start = starts.getOrDefault(place, 0L);
          if (start > position) {
            listener.vanished(place, start - position);
            passed.put(place, new OffsetAndMetadata(start, LogWatch.OURS));
          } else {
            log.warn("{} ends before offset {}: read from its beginning", place, position);
            listener.madeAnew(Set.of(place));
          }
        });
    pass(passed);
  }

  /** Commits behind a reported gap, which is no lag any more. */
  private void pass(Map<TopicPartition, OffsetAndMetadata> gaps) {
    try {
      if (!gaps.isEmpty() && groupMetadata().generationId() >= 0) {
        commitSync(gaps, ASKING);
      }
    } catch (KafkaException e) {
      log.debug("not committed: {}", gaps, e);
    }
  }
}

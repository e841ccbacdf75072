package io.tributary.runtime.kafka.generation;

import io.tributary.avro.envelope.GenerationChange;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.BrokerAddresses;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.KafkaInstallationLog;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.message.MissingSchemaException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads which generation is live. */
public final class GenerationLog {

  private static final Logger log = LoggerFactory.getLogger(GenerationLog.class);
  private static final ValueFormat FORMAT = SingleObjectFormat.ofReleases();
  private static final Predicate<String> NUMBER =
      Pattern.compile("[1-9][0-9]{0,8}").asMatchPredicate();
  private static final int LOOKS = 25;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(5);

  private GenerationLog() {}

  /** The live generation of a cluster; the first one without a log. */
  public static Generation live(Settings settings) {
    return ask(settings, PATIENCE, GenerationLog::live);
  }

  /** The live generation with settings; waits 30 s for a broker. */
  public static LiveGeneration read(Settings settings) {
    return read(settings, PATIENCE);
  }

  /**
   * The live generation, and the settings with the generation that they name, else the live one,
   * and with the number of partitions that its topics have.
   *
   * @throws NoBrokerException if no broker answers in time
   * @throws LostGenerationsException if the log that was there is gone
   * @throws IllegalStateException if the newest change is unreadable, such as one of a later
   *     release
   */
  public static LiveGeneration read(Settings settings, Duration patience) {
    int named = settings.get(KafkaSettings.GENERATION);
    return ask(
        settings,
        patience,
        (consumer, naming, limit) -> {
          Generation live = live(consumer, naming, limit);
          if (live.equals(Generation.FIRST)) {
            requireLog(new KafkaClients(settings), naming, consumer.listTopics().keySet());
            // an operator may have named it since it was read
            live = live(consumer, naming, limit);
          }
          Settings found = in(settings, named == 0 ? live.number() : named);
          return new LiveGeneration(live, found.with(partitions(naming, consumer.listTopics())));
        });
  }

  private interface Question<T> {
    T ask(Consumer<byte[], byte[]> consumer, TopicNaming naming, Duration patience);
  }

  private static <T> T ask(Settings settings, Duration patience, Question<T> question) {
    requireListener(settings.get(KafkaSettings.BOOTSTRAP_SERVERS));
    KafkaClients clients = new KafkaClients(settings);
    Map<String, Object> limit =
        Map.of(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    try (Consumer<byte[], byte[]> consumer = clients.reader("tributary-generations", limit)) {
      return question.ask(consumer, clients.topics(), patience);
    } catch (TimeoutException e) {
      throw new NoBrokerException(settings.get(KafkaSettings.BOOTSTRAP_SERVERS));
    }
  }

  /** Waits five seconds for a listener, much less than for a broker that is slow. */
  private static void requireListener(String servers) {
    for (int look = 1; BrokerAddresses.areAllRefused(servers); look++) {
      if (look == LOOKS) {
        throw new NoBrokerException(servers);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static Generation live(
      Consumer<byte[], byte[]> consumer, TopicNaming naming, Duration patience) {
    String topic = naming.of(Topics.GENERATIONS);
    return consumer.partitionsFor(topic).isEmpty()
        ? Generation.FIRST
        : read(consumer, new TopicPartition(topic, 0), patience);
  }

  /** Without its log a later generation would be forgotten. */
  private static void requireLog(KafkaClients clients, TopicNaming naming, Set<String> topics) {
    String topic = naming.of(Topics.GENERATIONS);
    try (Admin admin = clients.admin("tributary-generations");
        TopicIds ids = new TopicIds(clients)) {
      if (ids.isLost(topic, FoundTopics.of(admin, naming, List.of(topic, naming.of(Topics.META))))
          || (topics.stream().anyMatch(naming::isOfLaterGeneration) && ids.isBlank())) {
        throw new LostGenerationsException(topic);
      }
    }
  }

  /** Partitions of most topics of facts; empty without any. */
  private static Map<String, String> partitions(
      TopicNaming naming, Map<String, List<PartitionInfo>> topics) {
    OptionalInt most =
        TopicAdmin.most(
            Topics.all().stream()
                .filter(topic -> topic.kind() == TopicKind.FACTS)
                .flatMap(topic -> Stream.ofNullable(topics.get(naming.of(topic))))
                .map(List::size));
    return most.isPresent()
        ? Map.of(KafkaSettings.PARTITIONS.key(), Integer.toString(most.getAsInt()))
        : Map.of();
  }

  /**
   * Reads the log. Garbage is skipped, and named; which generation is live stays unknown behind a
   * change with a schema of a later release.
   */
  static Generation read(
      Consumer<byte[], byte[]> consumer, TopicPartition place, Duration patience) {
    consumer.assign(List.of(place));
    consumer.seekToBeginning(List.of(place));
    Changes changes = new Changes();
    LogReader.readToEnd(consumer, place, patience, changes);
    return changes.live();
  }

  /** The live generation by the changes so far. */
  private static final class Changes implements LogReader.Visitor {

    private Generation now = Generation.FIRST;
    private Optional<ConsumerRecord<byte[], byte[]>> unread = Optional.empty();

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      if (record.key() != null && KafkaInstallationLog.isTopicId(record.key())) {
        return;
      }
      Optional<GenerationChange> change = change(record);
      if (change.isPresent()) {
        now = now.with(change.get());
        unread = Optional.empty();
      } else if (isOfLaterRelease(record)) {
        unread = Optional.of(record);
      }
    }

    Generation live() {
      unread.ifPresent(
          record -> {
            throw new IllegalStateException(
                "%s-%d/%d has a schema of a later release: use that one"
                    .formatted(record.topic(), record.partition(), record.offset()));
          });
      return now;
    }
  }

  private static boolean isOfLaterRelease(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null || record.value() == null || !NUMBER.test(key(record))) {
      return false;
    }
    try {
      Object unused = FORMAT.decode(GenerationChange.class, record.value());
      return false;
    } catch (UndecodableException e) {
      return e.getCause() instanceof MissingSchemaException;
    }
  }

  private static String key(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.key(), StandardCharsets.UTF_8);
  }

  private static Optional<GenerationChange> change(ConsumerRecord<byte[], byte[]> record) {
    String reason = "it has no key or no value";
    if (record.key() != null && record.value() != null) {
      try {
        GenerationChange change = FORMAT.decode(GenerationChange.class, record.value());
        if (Integer.toString(change.getGeneration()).equals(key(record))) {
          return Optional.of(change);
        }
        reason = "its value is of another key";
      } catch (UndecodableException e) {
        reason = e.reason();
      }
    }
    log.warn("skipped {}/{}/{}: {}", record.topic(), record.partition(), record.offset(), reason);
    return Optional.empty();
  }

  /** Settings of the generation that they name, which asks no broker, or of the live one. */
  public static Settings resolve(Settings settings) {
    return resolve(settings, SHORT_PATIENCE);
  }

  /** The same with a time limit. */
  public static Settings resolve(Settings settings, Duration patience) {
    return settings.get(KafkaSettings.GENERATION) == 0
        ? read(settings, patience).settings()
        : settings;
  }

  /** The same with the partitions of the topics; empty if no broker answers. */
  public static Optional<Settings> find(Settings settings) {
    try {
      return Optional.of(read(settings, SHORTEST_PATIENCE).settings());
    } catch (NoBrokerException e) {
      return Optional.empty();
    }
  }

  /** Settings of the first generation. */
  public static Settings first(Settings settings) {
    return in(settings, Generation.FIRST.number());
  }

  /** Settings in a generation. */
  public static Settings in(Settings settings, int generation) {
    return settings.with(Map.of(KafkaSettings.GENERATION.key(), Integer.toString(generation)));
  }
}

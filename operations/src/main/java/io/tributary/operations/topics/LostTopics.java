package io.tributary.operations.topics;

import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.generation.GenerationChanges;
import io.tributary.operations.generation.GenerationStatus;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.processors.Changelogs;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.state.RecordedStates;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/** Ways on after the loss of a topic that exists again. */
public final class LostTopics implements AutoCloseable {

  private static final int IN_FLIGHT = 5_000;

  private final Cluster cluster;
  private final Settings settings;
  private final RuntimeContext runtime;
  private final TopicIds ids;

  /** Topics of a cluster, which stays the caller's to close. */
  public LostTopics(Cluster cluster, Settings settings, RuntimeContext runtime) {
    this.cluster = cluster;
    this.settings = settings;
    this.runtime = runtime;
    ids = new TopicIds(cluster.clients());
  }

  /**
   * Goes on without the lost records.
   *
   * @param live number of the live generation, where its log was lost; 0 if unnamed
   * @return the loss; empty if the topic has the id that is written down
   */
  public Optional<TopicLoss> accept(Topic<?, ?> topic, int live) throws InterruptedException {
    Optional<TopicLoss> loss = find(topic);
    if (loss.isPresent()) {
      if (topic.kind() == TopicKind.GENERATIONS) {
        GenerationChanges.restore(settings, liveOne(live), cluster, runtime);
      } else if (topic.kind().isFact()) {
        GenerationChanges.forgetMarks(settings, topic, cluster, runtime);
      }
      write(loss.get(), topic.kind() == TopicKind.META || topic.kind() == TopicKind.GENERATIONS);
    }
    return loss;
  }

  /**
   * Lets the changelogs count as they are.
   *
   * @return the losses
   */
  public List<String> acceptStates() {
    Changelogs.Losses losses = losses();
    Map<String, Uuid> all = new HashMap<>(losses.ids());
    losses.starts().keySet().forEach(place -> all.put(place.topic(), present(place.topic())));
    ids.accept(new FoundTopics(all, losses.starts()), false, runtime);
    return losses.words();
  }

  private Changelogs.Losses losses() {
    return Changelogs.of(cluster.clients(), settings).losses(cluster.admin(), ids);
  }

  private Uuid present(String topic) {
    return Objects.requireNonNull(cluster.topics().ids(List.of(topic)).get(topic));
  }

  /**
   * Fills a topic from the states of the stopped processors.
   *
   * @return count of records; empty if the topic has the id that is written down
   */
  public Optional<Long> restore(Topic<?, ?> topic, Progress.Reporter steps)
      throws InterruptedException {
    RecordedStates<?, ?> states =
        ProcessorsPipeline.recorded(topic)
            .orElseThrow(
                () ->
                    OperationException.invalid(
                        "the processors' states do not hold the records of " + topic));
    Optional<TopicLoss> loss = find(topic);
    if (loss.isEmpty()) {
      return Optional.empty();
    }
    String processors = cluster.clients().group("processors");
    if (!cluster.queries().members(processors).isEmpty()) {
      throw OperationException.failed(
          "end the processors first: a consumer is in group " + processors);
    }
    String changelog = processors + '-' + states.store() + "-changelog";
    if (losses().concern(changelog) || !ids.cut(List.of(changelog)).isEmpty()) {
      throw OperationException.failed(
          "%s has lost states, and cannot fill %s: rebuild from facts, or `tributary topics accept %s`"
              .formatted(changelog, topic, topic.name()));
    }
    try (TopicScan scan = TopicScan.open(cluster, List.of(changelog)).withOpen(cluster);
        PipelineFormat format = PipelineFormat.of(cluster.clients());
        Progress progress = steps.begin("restoring " + topic, "offsets", scan.offsets());
        Filling filling = new Filling(states, loss.get().name(), format, scan, progress)) {
      scan.each(filling::forget);
      scan.each(filling);
      filling.flush();
      write(loss.get(), true);
      return Optional.of(filling.written.get());
    }
  }

  private Optional<TopicLoss> find(Topic<?, ?> topic) {
    String name = cluster.clients().topics().of(topic);
    FoundTopics found = present();
    if (!found.ids().containsKey(name)) {
      throw OperationException.failed(
          "topic " + name + " does not exist: `tributary topics create` makes it");
    }
    List<TopicIds.Loss> all = new ArrayList<>(ids.losses(found));
    all.addAll(TopicLoss.forgotten(cluster, ids, found));
    return TopicLoss.of(List.of(topic), cluster.clients().topics(), all).stream().findFirst();
  }

  private FoundTopics present() {
    TopicNaming naming = cluster.clients().topics();
    return FoundTopics.of(
        cluster.admin(),
        naming,
        Topics.of(cluster.clients().families()).stream().map(naming::of).toList());
  }

  private void write(TopicLoss loss, boolean whole) {
    FoundTopics found = present();
    ids.accept(found.only(Set.of(loss.name())), whole, runtime);
    List<TopicIds.Loss> unused = ids.meet(found, runtime);
  }

  /** The only generation with topics, or the named one of them. */
  private int liveOne(int named) throws InterruptedException {
    SortedSet<Integer> numbers = GenerationStatus.numbers(cluster, settings);
    if (named == 0 && numbers.size() == 1) {
      return numbers.first();
    }
    if (!numbers.contains(named)) {
      throw OperationException.invalid(
          "--live must be the number of the generation that was live, one of " + numbers);
    }
    return named;
  }

  /** Writes records of states, some thousand at a time. */
  private final class Filling implements LogReader.Visitor, AutoCloseable {

    private final RecordedStates<?, ?> states;
    private final String name;
    private final PipelineFormat format;
    private final Map<String, Integer> partitions = new HashMap<>();
    private final Progress progress;
    private final Producer<byte[], byte[]> producer =
        cluster.clients().producer("tributary-restore", Map.of());

    /** Keys of states that are gone, though earlier ones are not compacted away. */
    private final Set<ByteBuffer> gone = new HashSet<>();

    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final AtomicLong written = new AtomicLong();

    private Filling(
        RecordedStates<?, ?> states,
        String name,
        PipelineFormat format,
        TopicScan scan,
        Progress progress) {
      this.states = states;
      this.name = name;
      this.format = format;
      this.progress = progress;
      scan.ends().keySet().forEach(place -> partitions.merge(place.topic(), 1, Integer::sum));
    }

    private void forget(ConsumerRecord<byte[], byte[]> state) {
      ByteBuffer key = ByteBuffer.wrap(state.key());
      if (state.value() == null) {
        gone.add(key);
      } else {
        gone.remove(key);
      }
    }

    @Override
    public void record(ConsumerRecord<byte[], byte[]> state) {
      if (state.value() == null || gone.contains(ByteBuffer.wrap(state.key()))) {
        return;
      }
      int count = partitions.getOrDefault(state.topic(), 0);
      states
          .record(name, format, state.partition(), count, state.key(), state.value())
          .ifPresent(this::send);
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
      String id = runtime.newUuid().toString();
      RecordHeader.FACT_ID.put(record.headers(), id);
      RecordHeader.ACCEPTED_AT.put(record.headers(), Long.toString(runtime.nowMillis()));
      RecordHeader.REQUEST_ID.put(record.headers(), id);
      sent.add(producer.send(record));
      if (sent.size() >= IN_FLIGHT) {
        flush();
      }
    }

    private void flush() {
      producer.flush();
      try {
        for (Future<RecordMetadata> each : sent) {
          each.get();
        }
      } catch (ExecutionException e) {
        throw new KafkaException("topic " + name + " cannot be written", e.getCause());
      } catch (InterruptedException e) {
        throw new org.apache.kafka.common.errors.InterruptException(e);
      }
      written.addAndGet(sent.size());
      sent.clear();
    }

    @Override
    public void passed(long offsets) {
      progress.at(offsets);
    }

    @Override
    public void close() {
      producer.close();
    }
  }

  @Override
  public void close() {
    ids.close();
  }
}

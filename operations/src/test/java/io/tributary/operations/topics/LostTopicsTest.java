package io.tributary.operations.topics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.NoProgress;
import io.tributary.operations.OperationException;
import io.tributary.operations.deadletters.BulkRequest;
import io.tributary.operations.deadletters.BulkResult;
import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetters;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.replay.ReplayPlan;
import io.tributary.operations.replay.ReplayPlanner;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.kafka.generation.LostGenerationsException;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.KafkaInstallationLog;
import io.tributary.runtime.kafka.topic.TopicCheck;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real broker, whose topics begin without written ids, as those of an older release. */
final class LostTopicsTest {

  private static final List<Topic<?, ?>> CATALOGUE = Topics.of(Set.of(Family.DEVICES));

  private static final String FIRST = "0b0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
  private static final String SECOND = "1b0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";

  private static final Executor READERS = task -> new Thread(task).start();

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final String prefix = EmbeddedBroker.newPrefix();
  private final RuntimeContext runtime = RuntimeContext.system();
  private Settings settings;
  private Cluster cluster;
  private Producer<byte[], byte[]> producer;

  @BeforeEach
  void open() throws Exception {
    cluster = broker.connectToDevices(prefix);
    settings = broker.devices(prefix, Map.of());
    producer = cluster.clients().producer("test", Map.of());
  }

  @AfterEach
  void close() {
    producer.close();
    cluster.close();
  }

  @Test
  void shouldWriteIdsOfAnOlderClusterDownOnce() throws Exception {
    start();
    long written = offsets(Topics.META);
    assertThat(written).isEqualTo(CATALOGUE.size() - 1);
    assertThat(offsets(Topics.GENERATIONS)).isEqualTo(1);

    start();
    assertThat(offsets(Topics.META)).isEqualTo(written);
    assertThat(lost()).isEmpty();
  }

  @Test
  void shouldKnowTheRemainingIdsWhenItsOwnTopicIsLost() throws Exception {
    start();
    makeAnew(Topics.META);
    makeAnew(DevicesTopics.BATCHES);

    assertThat(lost()).containsExactly("tributary.meta");
    accept(Topics.META);

    assertThat(lost()).isEmpty();
    makeAnew(DevicesTopics.BATCHES);
    assertThat(lost()).containsExactly("devices.batches");
  }

  /** Each of the two topics that others are known by, and both. */
  @ParameterizedTest
  @ValueSource(strings = {"tributary.meta", "tributary.generations", ""})
  void shouldKnowThatItsMemoryWasCutUntilThatIsAccepted(String name) throws Exception {
    start();
    List<Topic<?, ?>> memory = new ArrayList<>(List.of(Topics.GENERATIONS, Topics.META));
    memory.removeIf(topic -> !name.isEmpty() && !topic.name().equals(name));
    for (int times = 0; times < 2; times++) {
      for (Topic<?, ?> topic : memory) {
        cut(topic);
      }

      assertThat(lost()).containsExactlyElementsOf(memory.stream().map(Topic::name).toList());
      meet(names());
      accept(memory);
      assertThat(lost()).isEmpty();
    }
    makeAnew(DevicesTopics.BATCHES);
    assertThat(lost()).as("ids are written again").containsExactly("devices.batches");
    for (Topic<?, ?> topic : memory) {
      makeAnew(topic);
      accept(memory);
      cut(topic);
      assertThat(lost()).as("a new log, though it is shorter").contains(topic.name());
      accept(topic);
    }
  }

  @Test
  void shouldNotFallBackToTheFirstGenerationWhenItsLogIsCut() throws Exception {
    try (Cluster second = broker.connectToDevices(prefix, 2)) {
      start();
      EmbeddedBroker.makeLive(second, 2, Map.of(), "");
    }
    cut(Topics.GENERATIONS);
    assertThatThrownBy(() -> GenerationLog.read(settings))
        .isInstanceOf(LostGenerationsException.class)
        .hasMessageContaining("--live N");
    List<CompletableFuture<Integer>> waiting =
        IntStream.range(0, 8)
            .mapToObj(any -> CompletableFuture.supplyAsync(this::awaitLive, READERS))
            .toList();

    accept(Topics.GENERATIONS, 2);

    for (CompletableFuture<Integer> live : waiting) {
      assertThat(live.get(1, TimeUnit.MINUTES)).isEqualTo(2);
    }
  }

  /** As a service that waits. */
  private int awaitLive() {
    while (true) {
      try {
        return GenerationLog.read(settings).generation().number();
      } catch (LostGenerationsException e) {
        Thread.onSpinWait();
      }
    }
  }

  /** An older release had no other remedy for garbage in the log of generations. */
  @Test
  void shouldStartWithALogThatWasCutBeforeIdsWereWritten() throws Exception {
    EmbeddedBroker.makeLive(cluster, 1, Map.of(), "");
    cut(Topics.GENERATIONS);
    fingerprint();

    start();

    assertThat(lost()).isEmpty();
    assertThat(GenerationLog.read(settings).generation().number()).isEqualTo(1);
  }

  @Test
  void shouldNotFallBackToTheFirstGenerationWithoutAnyMemory() throws Exception {
    try (Cluster second = broker.connectToDevices(prefix, 2)) {
      EmbeddedBroker.makeLive(second, 2, Map.of(), "");
      start();
    }
    cluster.admin().deleteTopics(List.of(prefix + "tributary.meta")).all().get();
    makeAnew(Topics.GENERATIONS);
    assertThatThrownBy(() -> GenerationLog.read(settings))
        .isInstanceOf(LostGenerationsException.class)
        .hasMessageContaining("--live N");

    accept(Topics.GENERATIONS, 2);

    assertThat(GenerationLog.read(settings).generation().number()).isEqualTo(2);
  }

  @Test
  void shouldCallFactsIncompleteForEver() throws Exception {
    start();
    assertThat(plan()).allMatch(topic -> !topic.missing());
    makeAnew(DevicesTopics.BATCHES);
    assertThat(missing()).containsExactly(prefix + "devices.batches");

    accept(DevicesTopics.BATCHES);

    assertThat(lost()).isEmpty();
    assertThat(missing()).containsExactly(prefix + "devices.batches");
  }

  @Test
  void shouldTakeNoNewDeadLetterForOneThatWasDecided() throws Exception {
    start();
    Topic<?, ?> topic = Topics.deadLettersOf(Family.DEVICES);
    writeDeadLetter(topic);
    assertThat(discarded()).isEqualTo(1);
    makeAnew(topic);
    writeDeadLetter(topic);
    assertThatThrownBy(this::discarded)
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("was made anew")
        .hasMessageContaining("`tributary topics accept devices.dead-letters`");

    accept(topic);

    assertThat(discarded()).as("the new one at the same offset is open").isEqualTo(1);
    assertThat(discarded()).isZero();
  }

  @Test
  void shouldForgetNoDecisionAndNoLetterInSilence() throws Exception {
    start();
    Topic<?, ?> deadLetters = Topics.deadLettersOf(Family.DEVICES);
    Topic<?, ?> decisions = Topics.decisionsOf(Family.DEVICES);
    writeDeadLetter(deadLetters);
    assertThat(discarded()).isEqualTo(1);
    cut(decisions);

    assertThat(lost()).containsExactly("devices.dead-letter-decisions");
    assertThatThrownBy(this::discarded)
        .hasMessageContaining("was cut: offsets that are gone: 2;")
        .hasMessageContaining("`tributary topics accept devices.dead-letter-decisions`");
    accept(decisions);
    assertThat(discarded()).as("what was accepted: the dead letter is open again").isEqualTo(1);
    cut(deadLetters);
    assertThat(lost()).containsExactly("devices.dead-letters");
  }

  @Test
  void shouldFillADirectoryFromTheStatesThatAreLeft() throws Exception {
    changelog();
    start();
    meetChangelog();
    state(FIRST, 1);
    state(SECOND, 1);
    state(FIRST, 2);
    gone(SECOND);
    makeAnew(DevicesTopics.API_KEYS);

    assertThat(restore()).contains(2L);

    assertThat(lost()).isEmpty();
    assertThat(keys()).as("an evicted state does not come back").containsOnly(FIRST);
  }

  @Test
  void shouldFillNothingFromAChangelogThatHasLostStates() throws Exception {
    changelog();
    start();
    meetChangelog();
    state(FIRST, 1);
    makeAnew(DevicesTopics.API_KEYS);
    cluster.admin().deleteTopics(List.of(changelogName())).all().get();
    await().until(() -> cluster.topics().ids(List.of(changelogName())).isEmpty());
    assertThatThrownBy(this::restore).hasMessageContaining("has lost states");

    acceptStates();
    changelog();
    meetChangelog();
    state(SECOND, 1);

    assertThatThrownBy(this::restore)
        .as("what was accepted is still not whole")
        .hasMessageContaining("has lost states");
    assertThat(lost()).containsExactly("devices.api-keys");
    accept(DevicesTopics.API_KEYS);
    assertThat(lost()).isEmpty();
  }

  /** A loss is known until it is accepted, among losses and acceptances of other topics. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldKnowEachLossUntilItIsAccepted(long seed) throws Exception {
    Random random = new Random(seed);
    start();
    List<Topic<?, ?>> topics = new ArrayList<>(CATALOGUE);
    topics.removeAll(List.of(Topics.META, Topics.GENERATIONS));
    Set<String> expected = new HashSet<>();
    for (int step = 0; step < 12; step++) {
      Topic<?, ?> topic = topics.get(random.nextInt(topics.size()));
      if (random.nextInt(3) > 0) {
        makeAnew(topic);
        expected.add(topic.name());
      } else {
        accept(topic);
        expected.remove(topic.name());
      }
      if (random.nextInt(4) == 0) {
        meet(names());
      }
      assertThat(lost()).as("seed " + seed + " step " + step).hasSameElementsAs(expected);
    }
  }

  private void start() throws InterruptedException {
    new TopicCheck(cluster.clients(), CATALOGUE, any -> true, runtime).start();
  }

  private void makeAnew(Topic<?, ?> topic) throws Exception {
    String name = cluster.clients().topics().of(topic);
    cluster.admin().deleteTopics(List.of(name)).all().get();
    await().until(() -> cluster.topics().ids(List.of(name)).isEmpty());
    assertThat(TopicCreation.run(cluster, settings, runtime).created()).contains(name);
  }

  /** As {@code kafka-delete-records.sh} does with all records. */
  /** Deletes all, once brokers have written the markers of ended transactions. */
  private void cut(Topic<?, ?> topic) throws Exception {
    KafkaQueries queries = cluster.queries();
    Set<TopicPartition> places = queries.partitions(List.of(cluster.clients().topics().of(topic)));
    await().until(() -> queries.stableEnds(places).equals(queries.ends(places)));
    Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
    places.forEach(place -> all.put(place, RecordsToDelete.beforeOffset(-1)));
    cluster.admin().deleteRecords(all).all().get();
  }

  private void accept(List<Topic<?, ?>> topics) throws InterruptedException {
    for (Topic<?, ?> topic : topics) {
      accept(topic);
    }
  }

  private void accept(Topic<?, ?> topic) throws InterruptedException {
    accept(topic, 0);
  }

  private void accept(Topic<?, ?> topic, int live) throws InterruptedException {
    try (LostTopics topics = new LostTopics(cluster, settings, runtime)) {
      Optional<TopicLoss> unused = topics.accept(topic, live);
    }
  }

  /** The only records in {@code tributary.meta} before ids were written. */
  private void fingerprint() {
    SecretFingerprint written = new SecretFingerprint("pepper", "01");
    new KafkaInstallationLog(cluster.clients()).append(List.of(written), runtime);
  }

  private String changelogName() {
    return cluster.clients().group("processors") + "-devices.api-keys-state-changelog";
  }

  /** As Kafka Streams makes it. */
  private void changelog() throws Exception {
    NewTopic topic = new NewTopic(changelogName(), 6, (short) 1);
    cluster
        .admin()
        .createTopics(List.of(topic.configs(Map.of("cleanup.policy", "compact"))))
        .all()
        .get();
    await().until(() -> !cluster.topics().ids(List.of(changelogName())).isEmpty());
  }

  /** As the processors do once they run. */
  private void meetChangelog() {
    Set<String> names = names();
    names.add(changelogName());
    meet(names);
  }

  private void meet(Set<String> names) {
    try (TopicIds ids = new TopicIds(cluster.clients())) {
      Object unused =
          ids.meet(FoundTopics.of(cluster.admin(), cluster.clients().topics(), names), runtime);
    }
  }

  private void state(String id, long rev) throws Exception {
    ApiKey key =
        ApiKey.newBuilder()
            .setKeyId(id)
            .setApiKeyHash("h-" + id)
            .setCreatedAtMs(1)
            .setIsActive(true)
            .setRev(rev)
            .build();
    append(id, SingleObjectFormat.ofReleases().encode(key));
  }

  private void gone(String id) throws Exception {
    append(id, null);
  }

  private void append(String id, byte @Nullable [] value) throws Exception {
    int partition = DevicesTopics.API_KEYS.partitionOf(id, 6);
    producer
        .send(new ProducerRecord<>(changelogName(), partition, id.getBytes(UTF_8), value))
        .get();
  }

  private Optional<Long> restore() throws InterruptedException {
    try (LostTopics topics = new LostTopics(cluster, settings, runtime)) {
      return topics.restore(DevicesTopics.API_KEYS, NoProgress.REPORTER);
    }
  }

  private void acceptStates() {
    try (LostTopics topics = new LostTopics(cluster, settings, runtime)) {
      assertThat(topics.acceptStates()).containsExactly(changelogName() + " was deleted");
    }
  }

  private Set<String> keys() {
    Set<String> keys = new HashSet<>();
    String name = cluster.clients().topics().of(DevicesTopics.API_KEYS);
    try (TopicScan scan = TopicScan.open(cluster, List.of(name))) {
      scan.each(record -> keys.add(new String(record.key(), UTF_8)));
    }
    return keys;
  }

  private Set<String> names() {
    return CATALOGUE.stream().map(cluster.clients().topics()::of).collect(Collectors.toSet());
  }

  private List<String> lost() {
    try (CurrentTopics current = new CurrentTopics(cluster)) {
      return current.lost(CATALOGUE).stream().map(loss -> loss.topic().name()).toList();
    }
  }

  private List<ReplayPlan.PlannedTopic> plan() throws InterruptedException {
    return new ReplayPlanner(cluster, runtime.clock()).ofFacts().topics();
  }

  private List<String> missing() throws InterruptedException {
    return plan().stream()
        .filter(ReplayPlan.PlannedTopic::missing)
        .map(ReplayPlan.PlannedTopic::name)
        .toList();
  }

  private long offsets(Topic<?, ?> topic) throws InterruptedException {
    String name = cluster.clients().topics().of(topic);
    return cluster.queries().ends(cluster.queries().partitions(List.of(name))).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private void writeDeadLetter(Topic<?, ?> topic) throws Exception {
    producer
        .send(
            new ProducerRecord<>(
                cluster.clients().topics().of(topic), 2, "key".getBytes(UTF_8), new byte[] {1}))
        .get();
  }

  private long discarded() {
    try (DeadLetters deadLetters = new DeadLetters(cluster, () -> 1)) {
      BulkResult result = new BulkResult();
      deadLetters.discard(
          new BulkRequest(
              new DeadLetterFilter(
                  List.of(Family.DEVICES), Set.of(), Set.of(), Optional.empty(), Set.of()),
              Optional.empty(),
              false,
              Integer.MAX_VALUE,
              runtime,
              () -> false,
              NoProgress.REPORTER),
          result);
      return result.total();
    }
  }
}

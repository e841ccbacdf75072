package io.tributary.runtime.kafka.client;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every two seconds, and after a rebalance, at the ids of a service's topics, and at the
 * offsets behind open transactions, which consumers of committed records do not see. Aborts
 * transactions of lost members.
 */
public final class LogWatch implements Component {

  /** Age of an open transaction that is no longer normal: over the longest of our own. */
  static final Duration LONG_OPEN = Duration.ofSeconds(60);

  /** Metadata of a commit of ours. */
  public static final String OURS = OwnOffsets.METADATA;

  private static final Logger log = LoggerFactory.getLogger(LogWatch.class);
  private static final IsolationLevel UNCOMMITTED = IsolationLevel.READ_UNCOMMITTED;
  private static final long PAUSE_MILLIS = 2000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
  private static final long LIMIT_MILLIS = 5000;
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final KafkaClients clients;
  private final Collection<String> topics;
  private final Optional<String> group;
  private final Optional<Supplier<String>> leader;
  private final Ticker ticker;
  private final Thread thread = new Thread(this::run, "log-watch");
  private volatile Map<String, Uuid> ids = Map.of();
  private volatile Map<TopicPartition, Open> open = Map.of();
  private volatile Map<TopicPartition, Long> limits = Map.of();
  private volatile Optional<OwnOffsets> own = Optional.empty();
  private volatile boolean closing;

  /** True until transactions of lost members have been looked for. */
  private volatile boolean rebalanced;

  private final Semaphore looks = new Semaphore(0);
  private volatile @Nullable Admin admin;
  private volatile Optional<DeadTransactions> dead = Optional.empty();

  /**
   * Offsets behind an open transaction.
   *
   * @param stable first of them
   * @param since time by the ticker
   */
  private record Open(long stable, long offsets, long since) {}

  /**
   * A watch.
   *
   * @param topics names in the cluster
   */
  public LogWatch(KafkaClients clients, Collection<String> topics, Ticker ticker) {
    this(clients, topics, Optional.empty(), Optional.empty(), ticker);
  }

  /**
   * A watch for a group.
   *
   * @param group whose offsets are watched
   * @param leader group whose commits are limits of this one
   */
  public LogWatch(
      KafkaClients clients,
      Collection<String> topics,
      Optional<String> group,
      Optional<Supplier<String>> leader,
      Ticker ticker) {
    this.clients = clients;
    this.topics = List.copyOf(topics);
    this.group = group;
    this.leader = leader;
    this.ticker = ticker;
    thread.setDaemon(true);
  }

  @Override
  public void start() throws InterruptedException {
    Admin opened = clients.admin(clients.group("log-watch"));
    admin = opened;
    own = group.map(named -> new OwnOffsets(opened, named, ticker));
    dead = group.map(named -> new DeadTransactions(opened, named));
    begin(opened);
    look();
    thread.start();
  }

  /** Looks at once: a member may have been lost. */
  void rebalanced() {
    rebalanced = true;
    looks.release();
  }

  /** Id of a topic for a dead letter; empty while unknown. */
  public Optional<String> idOf(String topic) {
    return Optional.ofNullable(ids.get(topic)).map(Uuid::toString);
  }

  /** Ids of topics at the last look, another map after each. */
  Map<String, Uuid> ids() {
    return ids;
  }

  /** First offset that must not be read yet: the leading group has not finished it. */
  long limit(TopicPartition partition) {
    return leader.isPresent() ? limits.getOrDefault(partition, 0L) : Long.MAX_VALUE;
  }

  /** True if another program has committed, past the last known offset of the group. */
  boolean isForeign(TopicPartition partition, OffsetAndMetadata commit) {
    return !OwnOffsets.isOurs(commit) && own(partition) < commit.offset();
  }

  /** Last known offset of the group; the highest number if there is none. */
  long own(TopicPartition partition) {
    OffsetAndMetadata last = own.map(OwnOffsets::last).orElse(Map.of()).get(partition);
    return last == null ? Long.MAX_VALUE : last.offset();
  }

  /** Count of offsets behind open transactions. */
  public long open(TopicPartition partition) {
    Open behind = open.get(partition);
    return behind == null ? 0 : behind.offsets();
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return open.entrySet().stream()
        .filter(behind -> ticker.nanos() - behind.getValue().since() > LONG_OPEN.toNanos())
        .map(
            behind ->
                new HealthReason(
                    "transaction_open",
                    "%s is not read from offset %d on, where a transaction has been open for a minute"
                        .formatted(behind.getKey(), behind.getValue().stable())))
        .sorted((one, other) -> one.message().compareTo(other.message()))
        .limit(1)
        .toList();
  }

  private void run() {
    try {
      while (!closing) {
        if (looks.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
          looks.drainPermits();
        }
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    Admin asked = admin;
    if (asked == null) {
      return;
    }
    try {
      abortDead();
      Map<String, TopicDescription> found = described(asked);
      Map<String, Uuid> seen = new HashMap<>(ids);
      found.forEach((name, topic) -> seen.put(name, topic.topicId()));
      ids = Map.copyOf(seen);
      open = behind(asked, found.values());
      if (leader.isPresent()) {
        limits = finished(asked, leader.get().get());
      }
      if (own.isPresent()) {
        own.get().copy();
      }
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      log.debug("cannot look at the topics", e);
    }
  }

  /** True if a transaction was open at the last look already, and has not ended since. */
  private boolean isHeldBack() {
    long now = ticker.nanos();
    return open.values().stream().anyMatch(behind -> now - behind.since() > PAUSE_NANOS);
  }

  private void abortDead() throws InterruptedException {
    if (dead.isPresent() && (rebalanced || isHeldBack())) {
      rebalanced = false;
      try {
        dead.get().abort();
      } catch (KafkaException e) {
        rebalanced = true;
        log.warn("cannot abort transactions of lost members: {}", e.toString());
      }
    }
  }

  private void begin(Admin asked) throws InterruptedException {
    try {
      if (own.isPresent()) {
        own.get()
            .begin(
                ends(asked, places(described(asked).values(), OffsetSpec.earliest()), UNCOMMITTED));
      }
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      // the group has members, which have begun
      log.debug("no commits of beginnings for {}", group, e);
    }
  }

  private static Map<TopicPartition, Long> finished(Admin asked, String leading)
      throws InterruptedException, ExecutionException, TimeoutException {
    return OwnOffsets.committed(asked, leading).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, commit -> commit.getValue().offset()));
  }

  private Map<String, TopicDescription> described(Admin asked)
      throws InterruptedException, TimeoutException {
    Map<String, TopicDescription> found = new HashMap<>();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
        asked.describeTopics(topics).topicNameValues().entrySet()) {
      describe(answer.getValue()).ifPresent(there -> found.put(answer.getKey(), there));
    }
    return found;
  }

  /** Empty for a topic that does not exist now. */
  private static Optional<TopicDescription> describe(KafkaFuture<TopicDescription> answer)
      throws InterruptedException, TimeoutException {
    try {
      return Optional.of(answer.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      return Optional.empty();
    }
  }

  private Map<TopicPartition, Open> behind(Admin admin, Collection<TopicDescription> found)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetSpec> places = places(found, OffsetSpec.latest());
    // stable ends first: transactions that end in between do not count
    Map<TopicPartition, Long> stable = ends(admin, places, IsolationLevel.READ_COMMITTED);
    Map<TopicPartition, Long> ends = ends(admin, places, UNCOMMITTED);
    Map<TopicPartition, Open> before = open;
    Map<TopicPartition, Open> behind = new HashMap<>();
    stable.forEach(
        (place, offset) -> {
          long more = ends.getOrDefault(place, offset) - offset;
          Open same = before.get(place);
          if (more > 0) {
            boolean still = same != null && same.stable() == offset;
            long since = still ? Objects.requireNonNull(same).since() : ticker.nanos();
            behind.put(place, new Open(offset, more, since));
          }
        });
    return Map.copyOf(behind);
  }

  private static Map<TopicPartition, OffsetSpec> places(
      Collection<TopicDescription> found, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> places = new HashMap<>();
    found.forEach(
        topic ->
            topic
                .partitions()
                .forEach(
                    info -> places.put(new TopicPartition(topic.name(), info.partition()), spec)));
    return places;
  }

  private static Map<TopicPartition, Long> ends(
      Admin admin, Map<TopicPartition, OffsetSpec> places, IsolationLevel isolation)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, ListOffsetsResultInfo> answers =
        admin
            .listOffsets(places, new ListOffsetsOptions(isolation))
            .all()
            .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    return answers.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    closing = true;
    thread.interrupt();
    Admin closed = admin;
    admin = null;
    if (closed != null) {
      thread.join(FAREWELL.toMillis());
      closed.close(FAREWELL);
    }
  }

  /** A commit that no service takes for that of a foreign program. */
  public static OffsetAndMetadata commit(long offset) {
    return new OffsetAndMetadata(offset, OwnOffsets.METADATA);
  }
}

package io.tributary.runtime.kafka.topic;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka's ids of topics, written down in {@code tributary.meta} when a topic is made or first met.
 * A topic that was deleted and made anew has another id. The id of {@code tributary.meta} itself
 * stands in {@code tributary.generations}. A topic that is kept whole has lost records, too, if it
 * begins later than was known. One thread only.
 */
public final class TopicIds implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TopicIds.class);

  /** Start of the names of records with the first offset of a partition. */
  private static final String START = "topic-start ";

  private final String meta;
  private final String generations;
  private final InstallationLog ids;
  private final InstallationLog guard;
  private final Map<String, StoredIds> known = new HashMap<>();
  private boolean blank = true;

  /** First offsets whose loss was accepted. */
  private final Map<TopicPartition, Long> accepted = new HashMap<>();

  /**
   * Ids of a topic.
   *
   * @param first when it was first met
   * @param current that counts now
   * @param whole false if records were lost with an earlier id
   */
  private record StoredIds(Uuid first, Uuid current, boolean whole) {

    /** True while an id counts: a topic that will be made anew has none. */
    boolean hasId() {
      return !current.equals(Uuid.ZERO_UUID);
    }

    boolean differs(@Nullable Uuid found) {
      return hasId() && !current.equals(found);
    }

    /** The first id that is met counts until an operator says otherwise. */
    StoredIds updated(Uuid id, String mark) {
      return switch (mark) {
        case "lost" -> new StoredIds(first, id, false);
        case "whole" -> new StoredIds(first, id, whole);
        default -> hasId() ? this : new StoredIds(first, id, whole);
      };
    }
  }

  /**
   * A topic that has lost records.
   *
   * @param name in the cluster
   * @param change by which they went
   */
  public record Loss(String name, String change) {

    /** The topic was made anew. */
    public static Loss anew(String name, Uuid known, Uuid found) {
      return new Loss(name, "was made anew: its id is %s, and was %s".formatted(found, known));
    }

    private static Loss cut(String name, long gone) {
      return new Loss(name, "was cut: offsets that are gone: %d".formatted(gone));
    }

    @Override
    public String toString() {
      return "topic " + name + ' ' + change;
    }
  }

  /** Opens a consumer at the first read. */
  public TopicIds(KafkaClients clients) {
    this(
        clients.topics().of(Topics.META),
        clients.topics().of(Topics.GENERATIONS),
        new KafkaInstallationLog(clients),
        KafkaInstallationLog.guard(clients));
  }

  TopicIds(String meta, String generations, InstallationLog ids, InstallationLog guard) {
    this.meta = meta;
    this.generations = generations;
    this.ids = ids;
    this.guard = guard;
  }

  /** Names of the two topics that hold the ids. */
  public Set<String> holders() {
    return Set.of(meta, generations);
  }

  /**
   * Topics that were made anew or cut, in the order of their names.
   *
   * @param found the holders among them
   */
  public List<Loss> losses(FoundTopics found) {
    read();
    List<Loss> losses = new ArrayList<>();
    new TreeMap<>(found.ids())
        .forEach(
            (name, id) -> {
              StoredIds before = known.get(name);
              long gone = gone(name, found.starts());
              if (before != null && before.differs(id)) {
                losses.add(Loss.anew(name, before.current(), id));
              } else if (gone > 0) {
                losses.add(Loss.cut(name, gone));
              }
            });
    return losses;
  }

  /** Count of offsets that a topic has lost since it was met. */
  private long gone(String name, Map<TopicPartition, Long> starts) {
    return isMet(name, starts)
        ? starts.entrySet().stream()
            .filter(start -> start.getKey().topic().equals(name))
            .mapToLong(this::gone)
            .sum()
        : 0;
  }

  private long gone(Map.Entry<TopicPartition, Long> start) {
    return Math.max(0, start.getValue() - accepted.getOrDefault(start.getKey(), 0L));
  }

  /** True of a topic whose id is written down, and of holders unless no id ever was. */
  private boolean isMet(String name, Map<TopicPartition, Long> starts) {
    boolean isOlder =
        !blank && known.isEmpty() && starts.getOrDefault(new TopicPartition(meta, 0), 0L) == 0;
    return known.containsKey(name) || (holders().contains(name) && !isOlder);
  }

  /**
   * True if the topic does not exist though its id is written down, or has another one, or was cut.
   * Reads no id in {@code tributary.generations}.
   */
  public boolean isLost(String name, FoundTopics found) {
    ids.read(record -> take(record, false));
    StoredIds before = known.get(name);
    return (before != null && before.differs(found.ids().get(name)))
        || gone(name, found.starts()) > 0;
  }

  /** True if nothing is written down, not even by earlier releases, as in a new cluster. */
  public boolean isBlank() {
    read();
    return blank;
  }

  /** {@link #losses}, and writes down ids of topics that it meets first. */
  public List<Loss> meet(FoundTopics found, RuntimeContext runtime) {
    List<Loss> losses = losses(found);
    boolean kept =
        found.ids().keySet().containsAll(holders())
            && losses.stream().noneMatch(topic -> holders().contains(topic.name()));
    if (kept) {
      Set<String> unknown = new HashSet<>(found.ids().keySet());
      unknown.removeIf(name -> known.containsKey(name) && known.get(name).hasId());
      try {
        write(found.only(unknown), Form.MET, runtime);
      } catch (AuthorizationException e) {
        log.warn("ids of topics cannot be written down: {}", e.getMessage());
      }
    }
    return losses;
  }

  /**
   * Lets topics count as they are.
   *
   * @param present with {@link Uuid#ZERO_UUID} for a topic that will be met first again
   * @param whole true if no record was lost
   */
  public void accept(FoundTopics present, boolean whole, RuntimeContext runtime) {
    write(present, whole ? Form.WHOLE : Form.LOST, runtime);
    read();
  }

  /** Partitions that begin later than was accepted, in order. */
  public List<TopicPartition> cutBefore(Map<TopicPartition, Long> found) {
    ids.read(record -> take(record, false));
    return found.entrySet().stream()
        .filter(start -> gone(start) > 0)
        .map(Map.Entry::getKey)
        .sorted(
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition))
        .toList();
  }

  /** Names of topics that have lost records with an earlier id. */
  public Set<String> cut(Collection<String> names) {
    read();
    return names.stream()
        .filter(name -> Optional.ofNullable(known.get(name)).filter(id -> !id.whole()).isPresent())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * True if a text names the topic as it is, such as in a dead letter. Without an id it was written
   * before ids were, about the topic that was first met.
   *
   * @param id as text; empty if unknown
   */
  public boolean isCurrent(String name, String id) {
    StoredIds topic = known.get(name);
    return topic == null
        || (id.isEmpty()
            ? topic.first().equals(topic.current())
            : topic.current().toString().equals(id));
  }

  /** Forms of a record's value. */
  private enum Form {
    MET(""),
    LOST(" lost"),
    WHOLE(" whole");

    private final String mark;

    Form(String mark) {
      this.mark = mark;
    }
  }

  private void write(FoundTopics present, Form form, RuntimeContext runtime) {
    List<SecretFingerprint> records = new ArrayList<>();
    List<SecretFingerprint> guarded = new ArrayList<>();
    new TreeMap<>(present.ids())
        .forEach(
            (name, id) ->
                (name.equals(meta) ? guarded : records)
                    .add(
                        new SecretFingerprint(
                            KafkaInstallationLog.TOPIC_ID + name, id + form.mark)));
    present.starts().entrySet().stream()
        .filter(start -> start.getValue() > 0)
        .map(start -> new SecretFingerprint(START + start.getKey(), start.getValue() + ""))
        .forEach(records::add);
    append(ids, records, runtime);
    // last, because only operators may be permitted to write there
    append(guard, guarded, runtime);
  }

  private static void append(
      InstallationLog to, List<SecretFingerprint> records, RuntimeContext runtime) {
    if (!records.isEmpty()) {
      to.append(records, runtime);
    }
  }

  private void read() {
    ids.read(record -> take(record, false));
    guard.read(record -> take(record, true));
  }

  private void take(SecretFingerprint record, boolean isGuard) {
    blank = false;
    try {
      if (record.getName().startsWith(START)) {
        takeStart(record.getName().substring(START.length()), record.getFingerprint());
      } else if (record.getName().startsWith(KafkaInstallationLog.TOPIC_ID)) {
        String name = record.getName().substring(KafkaInstallationLog.TOPIC_ID.length());
        if (name.equals(meta) == isGuard) {
          takeId(name, record.getFingerprint().split(" ", 2));
        }
      }
    } catch (IllegalArgumentException e) {
      log.warn("skipped {} in {}: {}", record.getName(), meta, e.getMessage());
    }
  }

  private void takeStart(String place, String offset) {
    int dash = place.lastIndexOf('-');
    accepted.put(
        new TopicPartition(
            place.substring(0, Math.max(0, dash)), Integer.parseInt(place.substring(dash + 1))),
        Long.parseLong(offset));
  }

  private void takeId(String name, String[] value) {
    Uuid id = Uuid.fromString(Objects.requireNonNull(value[0]));
    StoredIds before = known.get(name);
    StoredIds now =
        before == null
            ? new StoredIds(id, id, true)
            : before.updated(id, value.length < 2 ? "" : value[1]);
    known.put(name, now);
    if (!name.equals(meta) && before != null && before.differs(now.current())) {
      accepted.keySet().removeIf(place -> place.topic().equals(name));
    }
  }

  @Override
  public void close() {
    ids.close();
    guard.close();
  }
}

package io.tributary.runtime.kafka.topic;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
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
 * stands in {@code tributary.generations}; both topics are lost in part, too, if they were cut. One
 * thread only.
 */
public final class TopicIds implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TopicIds.class);

  /** Start of the names of records with the first offset of a partition. */
  private static final String START = "topic-start ";

  private final String meta;
  private final String generations;
  private final InstallationLog ids;
  private final InstallationLog guard;
  private final Map<String, Known> known = new HashMap<>();
  private boolean blank = true;

  /** First offsets whose loss was accepted. */
  private final Map<TopicPartition, Long> accepted = new HashMap<>();

  /** First offsets of the holders. */
  private final Map<String, Long> starts = new HashMap<>();

  /**
   * Ids of a topic.
   *
   * @param first when it was first met
   * @param current that counts now
   * @param whole false if records were lost with an earlier id
   */
  private record Known(Uuid first, Uuid current, boolean whole) {

    /** True while an id counts: a topic that will be made anew has none. */
    boolean hasId() {
      return !current.equals(Uuid.ZERO_UUID);
    }

    boolean differs(@Nullable Uuid found) {
      return hasId() && !current.equals(found);
    }

    /** The first id that is met counts until an operator says otherwise. */
    Known after(Uuid id, String mark) {
      return switch (mark) {
        case "lost" -> new Known(first, id, false);
        case "whole" -> new Known(first, id, whole);
        default -> hasId() ? this : new Known(first, id, whole);
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

    private static Loss cut(String name, long start) {
      return new Loss(name, "was cut: its records before offset %d are gone".formatted(start));
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
   * Topics that were made anew, and holders that were cut, in the order of their names.
   *
   * @param found present ids by name, of the holders, too
   */
  public List<Loss> losses(Map<String, Uuid> found) {
    read();
    List<Loss> losses = new ArrayList<>();
    new TreeMap<>(found)
        .forEach(
            (name, id) -> {
              Known before = known.get(name);
              if (before != null && before.differs(id)) {
                losses.add(Loss.anew(name, before.current(), id));
              } else if (isCut(name)) {
                losses.add(Loss.cut(name, starts.getOrDefault(name, 0L)));
              }
            });
    return losses;
  }

  /** True of a holder without its first records, unless that was so before ids were written. */
  private boolean isCut(String holder) {
    boolean isOlder = !blank && known.isEmpty() && starts.getOrDefault(meta, 0L) == 0;
    return !isOlder
        && starts.getOrDefault(holder, 0L)
            > accepted.getOrDefault(new TopicPartition(holder, 0), 0L);
  }

  /**
   * True if the topic does not exist though its id is written down, or has another one, or is a
   * holder that was cut. Reads no id in {@code tributary.generations}.
   */
  public boolean isLost(String name, Map<String, Uuid> found) {
    readIds();
    Known before = known.get(name);
    return (before != null && before.differs(found.get(name))) || isCut(name);
  }

  /** True if nothing is written down, not even by earlier releases, as in a new cluster. */
  public boolean isBlank() {
    read();
    return blank;
  }

  /** {@link #losses}, and writes down ids of topics that it meets first. */
  public List<Loss> meet(Map<String, Uuid> found, Ambient ambient) {
    List<Loss> losses = losses(found);
    boolean kept =
        found.keySet().containsAll(holders())
            && losses.stream().noneMatch(topic -> holders().contains(topic.name()));
    if (kept) {
      Map<String, Uuid> unknown = new TreeMap<>(found);
      unknown.keySet().removeIf(name -> known.containsKey(name) && known.get(name).hasId());
      try {
        write(unknown, Form.MET, ambient);
      } catch (AuthorizationException e) {
        log.warn("ids of topics cannot be written down: {}", e.getMessage());
      }
    }
    return losses;
  }

  /**
   * Lets the present ids count.
   *
   * @param present {@link Uuid#ZERO_UUID} for a topic that will be met first again
   * @param whole true if no record was lost
   */
  public void accept(Map<String, Uuid> present, boolean whole, Ambient ambient) {
    write(present, whole ? Form.WHOLE : Form.LOST, ambient);
    read();
  }

  /** Partitions that begin later than was accepted, in order. */
  public List<TopicPartition> cutBefore(Map<TopicPartition, Long> found) {
    ids.read(record -> take(record, false));
    return found.entrySet().stream()
        .filter(start -> start.getValue() > accepted.getOrDefault(start.getKey(), 0L))
        .map(Map.Entry::getKey)
        .sorted(
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition))
        .toList();
  }

  /** Lets logs count that begin there. */
  public void acceptStarts(Map<TopicPartition, Long> found, Ambient ambient) {
    List<SecretFingerprint> records =
        found.entrySet().stream()
            .map(start -> new SecretFingerprint(START + start.getKey(), start.getValue() + ""))
            .toList();
    if (!records.isEmpty()) {
      ids.append(records, ambient);
    }
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
    Known topic = known.get(name);
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

  private void write(Map<String, Uuid> present, Form form, Ambient ambient) {
    Map<String, Uuid> others = new TreeMap<>(present);
    Uuid own = others.remove(meta);
    append(ids, others, form, ambient);
    Map<TopicPartition, Long> cut = new HashMap<>();
    starts.forEach(
        (holder, start) -> {
          if (start > 0 && present.containsKey(holder)) {
            cut.put(new TopicPartition(holder, 0), start);
          }
        });
    acceptStarts(cut, ambient);
    // last, because only operators may be permitted to write there
    append(guard, own == null ? Map.of() : Map.of(meta, own), form, ambient);
  }

  private static void append(
      InstallationLog to, Map<String, Uuid> present, Form form, Ambient ambient) {
    List<SecretFingerprint> records = new ArrayList<>();
    present.forEach(
        (name, id) ->
            records.add(
                new SecretFingerprint(KafkaInstallationLog.TOPIC_ID + name, id + form.mark)));
    if (!records.isEmpty()) {
      to.append(records, ambient);
    }
  }

  private void read() {
    readIds();
    guard.read(record -> take(record, true));
  }

  private void readIds() {
    starts.put(meta, ids.start());
    starts.put(generations, guard.start());
    ids.read(record -> take(record, false));
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
      log.warn("passed over {} in {}: {}", record.getName(), meta, e.getMessage());
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
    Known before = known.get(name);
    Known now =
        before == null
            ? new Known(id, id, true)
            : before.after(id, value.length < 2 ? "" : value[1]);
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

package io.tributary.processors.state;

import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.store.Revisions;
import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.format.ValueFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of one task: the state of each, and the time of its counted activity, also for an
 * aggregate that does not exist yet.
 */
public final class AggregateStore<S extends SpecificRecordBase> {

  private final AggregateType<S> kind;
  private final ValueFormat format;
  private final long firstRev;
  private final TaskStore<byte[]> states;
  private final @Nullable TaskStore<Long> moments;

  /** Aggregates whose new states win over the items of earlier generations. */
  public AggregateStore(
      AggregateType<S> kind, TaskStores stores, ValueFormat format, int generation) {
    this.states = stores.open(statesOf(kind));
    this.moments = kind.activity().isEmpty() ? null : stores.open(momentsOf(kind));
    this.kind = kind;
    this.format = format;
    this.firstRev = Revisions.before(generation) + 1;
  }

  /** Stores of a type; their changelogs keep the newest value of each key. */
  public static List<StoreBuilder<?>> stores(AggregateType<?> kind) {
    StoreBuilder<?> states = StateStores.ofBytes(statesOf(kind));
    return kind.activity().isEmpty()
        ? List.of(states)
        : List.of(states, StateStores.ofLongs(momentsOf(kind)));
  }

  public static String[] storeNames(AggregateType<?> kind) {
    return stores(kind).stream().map(StoreBuilder::name).toArray(String[]::new);
  }

  public Optional<S> find(String subject) {
    return Optional.ofNullable(states.get(subject))
        .map(bytes -> format.decode(kind.directory().requiredValueType(), bytes));
  }

  /** Revision of the next state; the generation's first without a state. */
  public long nextRev(Optional<S> state) {
    return state.map(s -> kind.revOf().applyAsLong(s) + 1).orElse(firstRev);
  }

  /** Keeps the state, and returns its record for the directory. */
  public OutputRecord<String, S> keep(String subject, S state) {
    states.put(subject, format.encode(state));
    return new OutputRecord<>(kind.directory(), subject, state);
  }

  /**
   * Counts activity, unless some counted within the interval before. Depends on activity alone,
   * never on the state, so that the order of topics does not matter.
   *
   * @param at epoch milliseconds
   */
  public boolean count(String subject, long at) {
    Long last = moments().get(subject);
    // also when gateways' clocks differ so much that the difference overflows, nothing moves back
    if (last != null && (at <= last || at - last < kind.activityInterval().toMillis())) {
      return false;
    }
    moments().put(subject, at);
    return true;
  }

  /** The new state with the activity that was counted before its creation. */
  public S remembering(String subject, S created) {
    return kind.activity().map(activity -> remembering(activity, subject, created)).orElse(created);
  }

  private S remembering(AggregateType.Activity<S> activity, String subject, S created) {
    Long counted = moments().get(subject);
    if (counted == null) {
      return created;
    }
    long rev = kind.revOf().applyAsLong(created);
    return activity.count(created, counted, rev).orElse(created);
  }

  static String statesOf(AggregateType<?> kind) {
    return kind.directory().name() + "-state";
  }

  private static String momentsOf(AggregateType<?> kind) {
    return kind.directory().name() + "-counted";
  }

  private TaskStore<Long> moments() {
    return Objects.requireNonNull(moments, "activity does not count");
  }
}

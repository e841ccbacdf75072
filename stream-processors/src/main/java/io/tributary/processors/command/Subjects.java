package io.tributary.processors.command;

import io.tributary.processors.fact.Emission;
import io.tributary.processors.store.Revisions;
import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.framing.Framing;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of one task: the state of each, and when its activity last counted. Both are known
 * by the subject alone, so that activity can be remembered of what does not exist yet.
 */
public final class Subjects<S extends SpecificRecordBase> {

  private final SubjectKind<S> kind;
  private final Framing framing;
  private final long firstRev;
  private @Nullable TaskStore<byte[]> states;
  private @Nullable TaskStore<Long> moments;

  /**
   * Subjects of one task.
   *
   * @param generation raised when facts are processed afresh, so that new states win over old items
   */
  public Subjects(SubjectKind<S> kind, Framing framing, int generation) {
    this.kind = kind;
    this.framing = framing;
    this.firstRev = Revisions.before(generation) + 1;
  }

  /** The stores behind it; their changelogs keep the newest value of each subject. */
  public static List<StoreBuilder<?>> stores(SubjectKind<?> kind) {
    StoreBuilder<?> states = StateStores.ofBytes(statesOf(kind));
    return kind.activity().isEmpty()
        ? List.of(states)
        : List.of(states, StateStores.ofLongs(momentsOf(kind)));
  }

  /** Names of the stores behind it. */
  public static String[] storeNames(SubjectKind<?> kind) {
    return stores(kind).stream().map(StoreBuilder::name).toArray(String[]::new);
  }

  void init(TaskStores stores) {
    states = stores.open(statesOf(kind));
    moments = kind.activity().isEmpty() ? null : stores.open(momentsOf(kind));
  }

  Optional<S> find(String subject) {
    return Optional.ofNullable(initialized(states).get(subject))
        .map(bytes -> framing.decode(kind.directory().requiredValueType(), bytes));
  }

  /** The revision of what the state changes to; empty for what comes to be. */
  long nextRev(Optional<S> state) {
    return state.map(s -> kind.revOf().applyAsLong(s) + 1).orElse(firstRev);
  }

  /** Keeps the state; the directory must hear of it. */
  Emission<String, S> keep(String subject, S state) {
    initialized(states).put(subject, framing.encode(state));
    return new Emission<>(kind.directory(), subject, state);
  }

  /**
   * Counts activity, unless some counted within the interval before. Looks at activity alone, never
   * at the state, so that what counts does not depend on when other facts are processed.
   *
   * @param at epoch milliseconds
   */
  boolean count(String subject, long at) {
    Long last = initialized(moments).get(subject);
    // also when gateways' clocks differ so much that the difference overflows, nothing moves back
    if (last != null && (at <= last || at - last < kind.activityInterval().toMillis())) {
      return false;
    }
    initialized(moments).put(subject, at);
    return true;
  }

  /** The state with the activity that was counted before it came to be. */
  S remembering(String subject, S created) {
    return kind.activity().map(activity -> remembering(activity, subject, created)).orElse(created);
  }

  private S remembering(SubjectKind.Activity<S> activity, String subject, S created) {
    Long counted = initialized(moments).get(subject);
    if (counted == null) {
      return created;
    }
    long rev = kind.revOf().applyAsLong(created);
    return activity.count(created, counted, rev).change().orElse(created);
  }

  private static String statesOf(SubjectKind<?> kind) {
    return kind.directory().name() + "-state";
  }

  private static String momentsOf(SubjectKind<?> kind) {
    return kind.directory().name() + "-counted";
  }

  private static <T> T initialized(@Nullable T store) {
    if (store == null) {
      throw new IllegalStateException("not initialized");
    }
    return store;
  }
}

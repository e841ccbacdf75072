package io.tributary.operations.verify;

import io.tributary.operations.verify.SpillStore.Section;
import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.table.TableDefinition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Expectations and findings. A key is a suspect while a deviation is not settled. */
final class ExpectedState {

  private static final byte[] NOTHING = {};

  private final SpillStore store;
  private final Map<String, TableDefinition> tables;
  private volatile boolean following;

  ExpectedState(SpillStore store, Collection<TableDefinition> tables) {
    this.store = store;
    this.tables =
        tables.stream().collect(Collectors.toMap(TableDefinition::name, Function.identity()));
  }

  /** A compared table. */
  Optional<TableDefinition> table(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  /** Limits the interest to suspects and findings. */
  void followSuspects() {
    following = true;
  }

  /** True if the expectation under a key matters. */
  boolean concerns(ItemKey key) {
    return !following || isSuspect(key) || store.has(Section.FOUND, key.bytes());
  }

  Optional<Expectation> expected(ItemKey key) {
    return store.get(Section.EXPECTED, key.bytes()).map(Expectation::of);
  }

  /**
   * Replaces an expectation. A suspect whose item equals the new one is right, so that an item that
   * keeps changing can be settled; other suspects and settled findings are looked at again.
   */
  void expect(ItemKey key, Expectation expectation) {
    store.put(Section.EXPECTED, key.bytes(), expectation.bytes());
    if (following) {
      store.delete(Section.SEEN, key.bytes());
      Optional<byte[]> settled = store.get(Section.FOUND, key.bytes());
      store.delete(Section.FOUND, key.bytes());
      settled
          .or(() -> store.get(Section.SUSPECT, key.bytes()))
          .map(value -> finding(key.table(), value))
          .filter(suspect -> suspect.verdict() != ItemVerdict.EQUAL)
          .ifPresent(
              suspect ->
                  suspect(
                      expectation.isMet(suspect.found())
                          ? suspect.as(ItemVerdict.EQUAL)
                          : suspect.as(ItemVerdict.IN_FLIGHT)));
    }
  }

  /** Visits every expectation. */
  void eachExpected(Consumer<ItemDifference> visitor) {
    store.each(
        Section.EXPECTED,
        (bytes, value) -> {
          Expectation expectation = Expectation.of(value);
          TableDefinition table = tableOf(bytes);
          ItemKey key = ItemKey.of(table, expectation.item());
          visitor.accept(
              new ItemDifference(ItemVerdict.IN_FLIGHT, key, Optional.of(expectation), Map.of()));
        });
  }

  boolean isSuspect(ItemKey key) {
    return store.has(Section.SUSPECT, key.bytes());
  }

  void suspect(ItemDifference finding) {
    put(Section.SUSPECT, finding);
  }

  /** Count of equal sights in a row under the same expectation. */
  int seen(ItemDifference suspect) {
    byte[] key = suspect.key().bytes();
    byte[] found = AttributeForm.bytes(suspect.found());
    int times =
        store
            .get(Section.SEEN, key)
            .map(ByteBuffer::wrap)
            .filter(before -> before.slice(1, before.limit() - 1).equals(ByteBuffer.wrap(found)))
            .map(before -> before.get(0) + 1)
            .orElse(1);
    store.put(
        Section.SEEN,
        key,
        ByteBuffer.allocate(found.length + 1).put((byte) times).put(found).array());
    return times;
  }

  void clear(ItemKey key) {
    store.delete(Section.SUSPECT, key.bytes());
    store.delete(Section.EXPECTED, key.bytes());
  }

  /** Turns a suspect into a finding. */
  void confirm(ItemDifference finding) {
    store.delete(Section.SUSPECT, finding.key().bytes());
    put(Section.FOUND, finding);
  }

  /** Marks a finding as tried, and as a suspect again. */
  void retry(ItemDifference finding) {
    store.delete(Section.FOUND, finding.key().bytes());
    store.put(Section.TRIED, finding.key().bytes(), NOTHING);
    suspect(new ItemDifference(ItemVerdict.IN_FLIGHT, finding.key(), Optional.empty(), Map.of()));
  }

  /** True after {@link #retry}. */
  boolean wasTried(ItemKey key) {
    return store.has(Section.TRIED, key.bytes());
  }

  /** Visits the tables of tried keys that are right now. */
  void eachRepaired(Consumer<String> table) {
    store.each(
        Section.TRIED,
        (key, none) -> {
          if (!store.has(Section.SUSPECT, key) && !store.has(Section.FOUND, key)) {
            table.accept(tableOf(key).name());
          }
        });
  }

  void eachSuspect(Consumer<ItemDifference> visitor) {
    each(Section.SUSPECT, visitor);
  }

  /** Visits suspects of one table together, at most that many. */
  void eachSuspects(int most, Consumer<List<ItemDifference>> visitor) {
    List<ItemDifference> together = new ArrayList<>();
    eachSuspect(
        suspect -> {
          boolean apart =
              !together.isEmpty() && !together.get(0).key().table().equals(suspect.key().table());
          if (apart || together.size() == most) {
            visitor.accept(List.copyOf(together));
            together.clear();
          }
          together.add(suspect);
        });
    if (!together.isEmpty()) {
      visitor.accept(together);
    }
  }

  long suspects() {
    AtomicLong count = new AtomicLong();
    store.each(Section.SUSPECT, (key, value) -> count.incrementAndGet());
    return count.get();
  }

  void eachFound(Consumer<ItemDifference> visitor) {
    each(Section.FOUND, visitor);
  }

  /** Notes a failed attempt. */
  void addFailed(Attempt attempt) {
    store.put(Section.FAILED, bytes(attempt), NOTHING);
  }

  boolean hasFailed(Attempt attempt) {
    return store.has(Section.FAILED, bytes(attempt));
  }

  /** Notes an unreadable record, which is right if the sink could not read it either. */
  void unreadable(RecordPlace place) {
    store.put(Section.UNREADABLE, bytes(place.attempt()), bytes(place.at()));
  }

  /** Visits positions of unreadable records that are not among the dead letters. */
  void eachUnreadable(Consumer<String> visitor) {
    store.each(
        Section.UNREADABLE,
        (attempt, at) -> {
          if (!store.has(Section.FAILED, attempt)) {
            visitor.accept(new String(at, StandardCharsets.UTF_8));
          }
        });
  }

  /** Notes a failed record that its topic still holds. */
  void stands(Origin origin) {
    store.put(Section.STANDING, bytes(origin), NOTHING);
  }

  boolean isStanding(Origin origin) {
    return store.has(Section.STANDING, bytes(origin));
  }

  private static byte[] bytes(Attempt attempt) {
    return (attempt.origin() + "/" + attempt.earlier()).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Origin origin) {
    return origin.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void put(Section section, ItemDifference finding) {
    byte[] value =
        SpillStore.encode(
            out -> {
              out.writeUTF(finding.verdict().name());
              byte[] key = AttributeForm.bytes(finding.key().attributes());
              out.writeInt(key.length);
              out.write(key);
              out.write(AttributeForm.bytes(finding.found()));
            });
    store.put(section, finding.key().bytes(), value);
  }

  private void each(Section section, Consumer<ItemDifference> visitor) {
    store.each(section, (key, value) -> visitor.accept(finding(tableOf(key), value)));
  }

  private ItemDifference finding(TableDefinition table, byte[] value) {
    return SpillStore.decode(
        value,
        in -> {
          ItemVerdict verdict = ItemVerdict.valueOf(in.readUTF());
          ItemKey key = ItemKey.of(table, AttributeForm.attributes(in.readNBytes(in.readInt())));
          Map<String, AttributeValue> found = AttributeForm.attributes(in.readAllBytes());
          return new ItemDifference(verdict, key, expected(key), found);
        });
  }

  private TableDefinition tableOf(byte[] key) {
    return Objects.requireNonNull(tables.get(SpillStore.decode(key, in -> in.readUTF())));
  }
}

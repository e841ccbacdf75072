package io.tributary.operations.verify;

import io.tributary.operations.verify.Scratch.Section;
import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.sink.table.TableDefinition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/**
 * What is expected of tables and what was found so far. A key is a suspect from when something
 * seems wrong with it until that is settled.
 */
final class ExpectedState {

  private static final byte[] NOTHING = {};

  private final Scratch scratch;
  private final Map<String, TableDefinition> tables;
  private volatile boolean following;

  ExpectedState(Scratch scratch, Collection<TableDefinition> tables) {
    this.scratch = scratch;
    this.tables =
        tables.stream().collect(Collectors.toMap(TableDefinition::name, Function.identity()));
  }

  /** The table of that name, if it is compared. */
  Optional<TableDefinition> table(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  /** From now on only suspects and findings are of interest; the others are well. */
  void followSuspects() {
    following = true;
  }

  /** True when it matters what is expected under that key. */
  boolean concerns(ItemKey key) {
    return !following || isSuspect(key) || scratch.has(Section.FOUND, key.bytes());
  }

  Optional<Expectation> expected(ItemKey key) {
    return scratch.get(Section.EXPECTED, key.bytes()).map(Expectation::of);
  }

  /**
   * Replaces what is expected. What was found of a suspect is right if it is just that, so that an
   * item that keeps changing can be settled; else it has to be looked at again, and so has what was
   * thought to be settled.
   */
  void expect(ItemKey key, Expectation expectation) {
    scratch.put(Section.EXPECTED, key.bytes(), expectation.bytes());
    if (following) {
      scratch.delete(Section.SEEN, key.bytes());
      Optional<byte[]> settled = scratch.get(Section.FOUND, key.bytes());
      scratch.delete(Section.FOUND, key.bytes());
      settled
          .or(() -> scratch.get(Section.SUSPECT, key.bytes()))
          .map(value -> finding(key.table(), value))
          .filter(suspect -> suspect.verdict() != Verdict.EQUAL)
          .ifPresent(
              suspect ->
                  suspect(
                      expectation.isMet(suspect.found())
                          ? suspect.as(Verdict.EQUAL)
                          : suspect.as(Verdict.IN_FLIGHT)));
    }
  }

  /** Shows every expectation with its key. */
  void eachExpected(Consumer<Finding> visitor) {
    scratch.each(
        Section.EXPECTED,
        (bytes, value) -> {
          Expectation expectation = Expectation.of(value);
          TableDefinition table = tableOf(bytes);
          ItemKey key = ItemKey.of(table, expectation.item());
          visitor.accept(new Finding(Verdict.IN_FLIGHT, key, Optional.of(expectation), Map.of()));
        });
  }

  boolean isSuspect(ItemKey key) {
    return scratch.has(Section.SUSPECT, key.bytes());
  }

  /** Something seems wrong. */
  void suspect(Finding finding) {
    put(Section.SUSPECT, finding);
  }

  /** How many times in succession this was found, while the same was expected. */
  int seen(Finding suspect) {
    byte[] key = suspect.key().bytes();
    byte[] found = AttributeForm.bytes(suspect.found());
    int times =
        scratch
            .get(Section.SEEN, key)
            .map(ByteBuffer::wrap)
            .filter(before -> before.slice(1, before.limit() - 1).equals(ByteBuffer.wrap(found)))
            .map(before -> before.get(0) + 1)
            .orElse(1);
    scratch.put(
        Section.SEEN,
        key,
        ByteBuffer.allocate(found.length + 1).put((byte) times).put(found).array());
    return times;
  }

  /** All is well. */
  void clear(ItemKey key) {
    scratch.delete(Section.SUSPECT, key.bytes());
    scratch.delete(Section.EXPECTED, key.bytes());
  }

  /** It is as the suspicion says. */
  void confirm(Finding finding) {
    scratch.delete(Section.SUSPECT, finding.key().bytes());
    put(Section.FOUND, finding);
  }

  /** A finding has been dealt with and is to be looked at again. */
  void retry(Finding finding) {
    scratch.delete(Section.FOUND, finding.key().bytes());
    scratch.put(Section.TRIED, finding.key().bytes(), NOTHING);
    suspect(new Finding(Verdict.IN_FLIGHT, finding.key(), Optional.empty(), Map.of()));
  }

  /** True when {@link #retry} was told of that key. */
  boolean wasTried(ItemKey key) {
    return scratch.has(Section.TRIED, key.bytes());
  }

  /** Shows every key that {@link #retry} was told of and that is as it should be now. */
  void eachRepaired(Consumer<String> table) {
    scratch.each(
        Section.TRIED,
        (key, none) -> {
          if (!scratch.has(Section.SUSPECT, key) && !scratch.has(Section.FOUND, key)) {
            table.accept(tableOf(key).name());
          }
        });
  }

  void eachSuspect(Consumer<Finding> visitor) {
    each(Section.SUSPECT, visitor);
  }

  /** Shows suspects of one table together, so many at most. */
  void eachSuspects(int most, Consumer<List<Finding>> visitor) {
    List<Finding> together = new ArrayList<>();
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

  /** How many seem wrong. */
  long suspects() {
    AtomicLong count = new AtomicLong();
    scratch.each(Section.SUSPECT, (key, value) -> count.incrementAndGet());
    return count.get();
  }

  void eachFound(Consumer<Finding> visitor) {
    each(Section.FOUND, visitor);
  }

  /** That attempt has failed. */
  void bury(Attempt attempt) {
    scratch.put(Section.BURIED, bytes(attempt), NOTHING);
  }

  boolean isBuried(Attempt attempt) {
    return scratch.has(Section.BURIED, bytes(attempt));
  }

  /** Nobody can say what that record asks; well if the sink could not either, and has buried it. */
  void unreadable(RecordPlace place) {
    scratch.put(Section.UNREADABLE, bytes(place.attempt()), bytes(place.at()));
  }

  /** Shows where each record stands that cannot be read and that the sink has not buried. */
  void eachUnreadable(Consumer<String> visitor) {
    scratch.each(
        Section.UNREADABLE,
        (attempt, at) -> {
          if (!scratch.has(Section.BURIED, attempt)) {
            visitor.accept(new String(at, StandardCharsets.UTF_8));
          }
        });
  }

  /** A record that was buried is still in its topic, and so is whatever came after it. */
  void stands(Origin origin) {
    scratch.put(Section.STANDING, bytes(origin), NOTHING);
  }

  boolean isStanding(Origin origin) {
    return scratch.has(Section.STANDING, bytes(origin));
  }

  private static byte[] bytes(Attempt attempt) {
    return (attempt.origin() + "/" + attempt.earlier()).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Origin origin) {
    return origin.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void put(Section section, Finding finding) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(finding.verdict().name());
      byte[] key = AttributeForm.bytes(finding.key().attributes());
      out.writeInt(key.length);
      out.write(key);
      out.write(AttributeForm.bytes(finding.found()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    scratch.put(section, finding.key().bytes(), bytes.toByteArray());
  }

  private void each(Section section, Consumer<Finding> visitor) {
    scratch.each(section, (key, value) -> visitor.accept(finding(tableOf(key), value)));
  }

  private Finding finding(TableDefinition table, byte[] value) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
      Verdict verdict = Verdict.valueOf(in.readUTF());
      ItemKey key = ItemKey.of(table, AttributeForm.attributes(in.readNBytes(in.readInt())));
      Map<String, AttributeValue> found = AttributeForm.attributes(in.readAllBytes());
      return new Finding(verdict, key, expected(key), found);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TableDefinition tableOf(byte[] key) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(key))) {
      return Objects.requireNonNull(tables.get(in.readUTF()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

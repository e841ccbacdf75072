package io.tributary.operations.verify;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Expected item of a key.
 *
 * @param revision greatest possible; {@link #NO_REVISION} if unknown
 * @param source record that the sink has to finish first; may be empty
 * @param item its key attributes alone if it must not exist
 */
record Expectation(
    Kind kind, long revision, Optional<RecordPlace> source, Map<String, AttributeValue> item) {

  /** Below every revision. */
  static final long NO_REVISION = -1;

  enum Kind {
    HELD,
    ABSENT,
    /** Anything: the last write is unknown. */
    ANY
  }

  static Expectation held(RecordPlace source, long revision, Map<String, AttributeValue> item) {
    return new Expectation(Kind.HELD, revision, Optional.of(source), item);
  }

  static Expectation absent(RecordPlace source, long revision, Map<String, AttributeValue> key) {
    return new Expectation(Kind.ABSENT, revision, Optional.of(source), key);
  }

  /** No item, never written. */
  static Expectation absent(Map<String, AttributeValue> key) {
    return new Expectation(Kind.ABSENT, NO_REVISION, Optional.empty(), key);
  }

  /** Any item: the expected write is among the dead letters. */
  static Expectation any(long revision, Map<String, AttributeValue> item) {
    return new Expectation(Kind.ANY, revision, Optional.empty(), item);
  }

  /** True for an item as expected. */
  boolean isMet(Map<String, AttributeValue> found) {
    return kind == Kind.HELD && AttributeDiff.differences(item, found).isEmpty();
  }

  byte[] bytes() {
    return SpillStore.encode(
        out -> {
          out.writeUTF(kind.name());
          out.writeLong(revision);
          out.writeBoolean(source.isPresent());
          if (source.isPresent()) {
            source.get().writeTo(out);
          }
          out.write(AttributeForm.bytes(item));
        });
  }

  static Expectation of(byte[] bytes) {
    return SpillStore.decode(
        bytes,
        in -> {
          Kind kind = Kind.valueOf(in.readUTF());
          long revision = in.readLong();
          Optional<RecordPlace> source =
              in.readBoolean() ? Optional.of(RecordPlace.readFrom(in)) : Optional.empty();
          Map<String, AttributeValue> item = AttributeForm.attributes(in.readAllBytes());
          return new Expectation(kind, revision, source, item);
        });
  }
}

package io.tributary.operations.verify;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What must be in a table under a key.
 *
 * @param revision greatest that the item may have; {@link #NO_REVISION} where none is known
 * @param source record whose way through the sink is to be waited for; empty when there is none
 * @param item with all of its attributes; with those of its key alone when it must not be there
 */
record Expectation(
    Kind kind, long revision, Optional<RecordPlace> source, Map<String, AttributeValue> item) {

  /** Below every revision. */
  static final long NO_REVISION = -1;

  /** What is expected. */
  enum Kind {
    /** The item. */
    HELD,
    /** That there is none. */
    ABSENT,
    /** Anything: what was written last is not known. */
    ANY
  }

  static Expectation held(RecordPlace source, long revision, Map<String, AttributeValue> item) {
    return new Expectation(Kind.HELD, revision, Optional.of(source), item);
  }

  static Expectation absent(RecordPlace source, long revision, Map<String, AttributeValue> key) {
    return new Expectation(Kind.ABSENT, revision, Optional.of(source), key);
  }

  /** That it has never been written. */
  static Expectation absent(Map<String, AttributeValue> key) {
    return new Expectation(Kind.ABSENT, NO_REVISION, Optional.empty(), key);
  }

  /** That nobody knows what to expect, since what was to be written has been buried. */
  static Expectation any(long revision, Map<String, AttributeValue> item) {
    return new Expectation(Kind.ANY, revision, Optional.empty(), item);
  }

  /** True for an item that is as expected. */
  boolean isMet(Map<String, AttributeValue> found) {
    return kind == Kind.HELD && AttributeDiff.differences(item, found).isEmpty();
  }

  /** Form for storage. */
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

  /** Reverse of {@link #bytes}. */
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

package io.tributary.sink.write;

import io.tributary.schemas.deadletter.Failure;
import java.util.Locale;
import java.util.Optional;

/** Final outcome of a write. */
public sealed interface WriteOutcome extends WriteResult {

  String label();

  /** The reason of a record that becomes a dead letter. */
  default Optional<Failure> failure() {
    return Optional.empty();
  }

  /** Outcomes after which the tables hold the record, or something newer. */
  enum Settled implements WriteOutcome {
    /** This write changed the tables. */
    STORED,
    /** The same record was delivered or tried before. */
    ALREADY_STORED,
    /** The tables hold an earlier record of the same id. */
    DUPLICATE,
    /** The tables hold a later state of the item. */
    STALE,
    /** A newer record of the same key is written instead. */
    SUPERSEDED,
    /** This write removed the item. */
    DELETED,
    /** DynamoDB or an earlier try removed the item, or it never came. */
    ALREADY_ABSENT,
    /** The item has not expired, and stays. */
    NOT_EXPIRED;

    @Override
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The record can never be stored. */
  record Rejected(Failure reason) implements WriteOutcome {

    @Override
    public String label() {
      return "rejected";
    }

    @Override
    public Optional<Failure> failure() {
      return Optional.of(reason);
    }
  }
}

package io.tributary.sink.write;

import io.tributary.schemas.deadletter.Failure;
import java.util.Optional;

/** How a write ended, for good. */
public sealed interface WriteOutcome {

  /** The outcome's name in metrics. */
  String label();

  /** Why the record becomes a dead letter, if it does. */
  default Optional<Failure> failure() {
    return Optional.empty();
  }

  /** The tables hold what the record asks, by this write. */
  record Stored() implements WriteOutcome {

    @Override
    public String label() {
      return "stored";
    }
  }

  /** The tables held it before: the same record was delivered or tried before. */
  record AlreadyStored() implements WriteOutcome {

    @Override
    public String label() {
      return "already_stored";
    }
  }

  /** The tables hold an earlier record of the same id; this one is dropped. */
  record Duplicate() implements WriteOutcome {

    @Override
    public String label() {
      return "duplicate";
    }
  }

  /** The tables hold a later state of the same item; this one is dropped. */
  record Stale() implements WriteOutcome {

    @Override
    public String label() {
      return "stale";
    }
  }

  /** A newer record of the same key is written instead. */
  record Superseded() implements WriteOutcome {

    @Override
    public String label() {
      return "superseded";
    }
  }

  /** The item is gone, by this write. */
  record Deleted() implements WriteOutcome {

    @Override
    public String label() {
      return "deleted";
    }
  }

  /** The item was gone before: DynamoDB or an earlier try deleted it, or it never came. */
  record AlreadyAbsent() implements WriteOutcome {

    @Override
    public String label() {
      return "already_absent";
    }
  }

  /** The item's time is not over; it is left. */
  record NotExpired() implements WriteOutcome {

    @Override
    public String label() {
      return "not_expired";
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

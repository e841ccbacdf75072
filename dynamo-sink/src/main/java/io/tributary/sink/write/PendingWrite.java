package io.tributary.sink.write;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A write with its callback. For one thread at a time. */
public final class PendingWrite {

  private final ItemWrite write;
  private final BooleanSupplier abandoned;
  private final Consumer<Optional<WriteOutcome>> ending;
  private boolean over;

  /**
   * A write; {@code abandoned} is asked before each try, {@code ending} is called once, with the
   * outcome, or empty for an abandoned write.
   */
  public PendingWrite(
      ItemWrite write, BooleanSupplier abandoned, Consumer<Optional<WriteOutcome>> ending) {
    this.write = write;
    this.abandoned = abandoned;
    this.ending = ending;
  }

  public ItemWrite write() {
    return write;
  }

  /** True after the callback. */
  public boolean isOver() {
    return over;
  }

  public void end(WriteOutcome outcome) {
    finish(Optional.of(outcome));
  }

  /** Ends the write without an outcome, unless it is over. */
  public void abandon() {
    if (!over) {
      finish(Optional.empty());
    }
  }

  /** True while the write is needed; ends it otherwise. */
  public boolean isWanted() {
    if (!over && abandoned.getAsBoolean()) {
      abandon();
    }
    return !over;
  }

  private void finish(Optional<WriteOutcome> outcome) {
    over = true;
    ending.accept(outcome);
  }
}

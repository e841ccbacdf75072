package io.tributary.sink.write;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A write, and who wants to know how it ends. For one thread at a time. */
public final class PendingWrite {

  private final ItemWrite write;
  private final BooleanSupplier abandoned;
  private final Consumer<Optional<WriteOutcome>> ending;
  private boolean over;

  /**
   * A write that has not been tried.
   *
   * @param abandoned asked before each try; true once nobody needs the write any more
   * @param ending told once: how the write ended, or empty when it was abandoned, done or not
   */
  public PendingWrite(
      ItemWrite write, BooleanSupplier abandoned, Consumer<Optional<WriteOutcome>> ending) {
    this.write = write;
    this.abandoned = abandoned;
    this.ending = ending;
  }

  /** What is to be written. */
  public ItemWrite write() {
    return write;
  }

  /** True once whoever waits has been told. */
  public boolean isOver() {
    return over;
  }

  /** Tells how the write ended. */
  public void end(WriteOutcome outcome) {
    finish(Optional.of(outcome));
  }

  /** Tells that nobody will know, unless it is over. */
  public void abandon() {
    if (!over) {
      finish(Optional.empty());
    }
  }

  /** True while somebody needs the write; ends it once nobody does. */
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

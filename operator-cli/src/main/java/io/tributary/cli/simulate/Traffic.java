package io.tributary.cli.simulate;

import io.tributary.schemas.topic.Family;
import java.util.List;

/** One family's traffic: who sends what, and what the tables must hold of it. */
interface Traffic {

  Family family();

  /** Sends what must be there before the traffic. */
  default void prepare(Gateway gateway) throws InterruptedException {}

  /** What is due in the next turn: mostly one action, none, or a burst. */
  List<Action> turn();

  /** Sends what ends the traffic. */
  default void end(Gateway gateway) throws InterruptedException {}

  /**
   * What the tables must hold of what was accepted.
   *
   * @param tables shows what depends on the pipeline's clock
   */
  List<Partition> expected(Tables tables) throws InterruptedException;

  /** Senders of whom nobody knows what was accepted, so that their items are left out. */
  long unknown();
}

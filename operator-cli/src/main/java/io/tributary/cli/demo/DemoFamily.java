package io.tributary.cli.demo;

import java.util.List;

/** One family's part of the demonstration: traffic, and what must come of it. */
interface DemoFamily {

  /**
   * Tables that the demonstration looks into, without prefix; the first holds one item for each
   * event.
   */
  List<String> tables();

  /** Sends the traffic; {@link DemoFailedException} when an answer is not what it should be. */
  Sent send(DemoClient client) throws InterruptedException;
}

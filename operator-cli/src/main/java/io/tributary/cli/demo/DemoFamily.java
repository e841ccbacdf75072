package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** One family's part of the demonstration: traffic, and what must come of it. */
interface DemoFamily {

  /** Tables that the demonstration looks into, without prefix. */
  List<String> tables();

  /** How many of the events that were sent the item holds; none of a state that many have made. */
  int eventsIn(String table, ObjectNode item);

  /** Sends the traffic; {@link DemoFailedException} when an answer is not what it should be. */
  Sent send(DemoClient client) throws InterruptedException;
}

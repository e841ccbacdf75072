package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** One family's part of the demonstration: traffic, and what must come of it. */
interface DemoFamily {

  /** Tables that the demonstration looks into, without prefix. */
  List<String> tables();

  /** True of an item that one event has for itself, so that counting them counts events. */
  boolean holdsOneEvent(String table, ObjectNode item);

  /** Sends the traffic; {@link DemoFailedException} when an answer is not what it should be. */
  Sent send(DemoClient client) throws InterruptedException;
}

package io.tributary.operations.drain;

import java.util.Map;

/** What a stage has left in places that are no topics. */
@FunctionalInterface
public interface Backlog {

  /** How much is left now, by the place's name. */
  Map<String, Long> left() throws InterruptedException;
}

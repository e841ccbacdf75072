package io.tributary.cli.demo;

import java.util.List;

/**
 * What was sent.
 *
 * @param events those that get an item for themselves, repeats included
 * @param duplicates those of them that must have no effect
 * @param expected every item that the family's tables must hold
 */
record Sent(int events, int duplicates, List<ExpectedItem> expected) {

  Sent {
    expected = List.copyOf(expected);
  }
}

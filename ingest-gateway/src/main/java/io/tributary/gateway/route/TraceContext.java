package io.tributary.gateway.route;

import java.util.Optional;

/**
 * W3C trace context of a request, handed on as it came, to each record that comes of it; what is
 * longer than its specification asks anybody to hand on is left out.
 */
public record TraceContext(Optional<String> parent, Optional<String> state) {

  private static final int LONGEST_PARENT = 55;
  private static final int LONGEST_STATE = 512;

  /** Leaves out what is too long. */
  public TraceContext {
    parent = parent.filter(text -> text.length() <= LONGEST_PARENT);
    state = state.filter(text -> text.length() <= LONGEST_STATE);
  }
}

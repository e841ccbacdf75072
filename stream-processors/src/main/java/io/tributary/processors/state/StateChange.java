package io.tributary.processors.state;

import io.tributary.processors.fact.Emission;

/**
 * A state that is fit to be kept but is not yet, so that a fact which changes several is applied
 * whole or not at all.
 */
@FunctionalInterface
public interface StateChange {

  /** Keeps the state; its topic must hear of it. */
  Emission<?, ?> keep();
}

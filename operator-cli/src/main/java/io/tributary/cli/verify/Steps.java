package io.tributary.cli.verify;

import io.tributary.cli.output.Progress;

/** Says how far each part of the work is. */
@FunctionalInterface
public interface Steps {

  /**
   * A part that begins.
   *
   * @param unit what is counted, in the plural
   */
  Progress begin(String work, String unit, long total);
}

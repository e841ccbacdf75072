package io.tributary.benchmarks.sink;

import io.tributary.runtime.config.Settings;

/** Port: one of the ways of storing records that are compared. */
public interface Side {

  /** In the report. */
  String name();

  /**
   * Stores every record, in tables that are there and empty.
   *
   * @param settings with endpoint, tables, group and writers
   * @param repeats how often
   */
  Round run(Settings settings, Endpoint endpoint, int repeats) throws Exception;
}

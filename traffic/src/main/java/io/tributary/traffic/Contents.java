package io.tributary.traffic;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The contents of a pipeline's topics and tables, read after it has drained. */
public interface Contents {

  /** Committed records of a topic, one partition after another, each in the order of its log. */
  List<LogRecord> topic(String name);

  /**
   * All items of a table by the values of their key, hash key first. Attributes are plain values as
   * {@link Plain} has them, {@code rev} included.
   */
  Map<List<Object>, Map<String, Object>> table(String name);

  /**
   * Time at which they were read. An item that has expired by then may be gone, and a wait that is
   * over by then must have ended; by default none is.
   */
  default Instant readAt() {
    return Instant.EPOCH;
  }
}

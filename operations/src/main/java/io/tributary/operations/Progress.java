package io.tributary.operations;

/** Receiver of the progress of one piece of work. For one thread. */
public interface Progress extends AutoCloseable {

  /** Sets the part that was done by an earlier run, which does not count for the rate. */
  void resumeAt(long done);

  /** Changes the size of the work. */
  void outOf(long total);

  /** Sets the part that is done. */
  void at(long done);

  /** Adds to the part that is done. */
  void add(long more);

  @Override
  void close();

  /** Creates a receiver for each piece of work. */
  @FunctionalInterface
  interface Reporter {

    /**
     * Announces a piece of work.
     *
     * @param work name for people, such as {@code reading devices.readings}
     * @param unit counted things, in the plural
     * @param total size as far as known
     */
    Progress begin(String work, String unit, long total);
  }
}

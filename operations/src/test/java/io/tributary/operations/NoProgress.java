package io.tributary.operations;

/** Ignores progress. */
public final class NoProgress implements Progress {

  /** Ignores the progress of all work. */
  public static final Reporter REPORTER = (work, unit, total) -> new NoProgress();

  @Override
  public void resumeAt(long done) {}

  @Override
  public void outOf(long total) {}

  @Override
  public void at(long done) {}

  @Override
  public void add(long more) {}

  @Override
  public void close() {}
}

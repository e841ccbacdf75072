package io.tributary.cli.replay;

import io.tributary.cli.output.Progress;
import io.tributary.cli.process.CommandException;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Component;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches a replay until it has come to its end. */
public final class ReplayRun {

  private static final Logger log = LoggerFactory.getLogger(ReplayRun.class);
  private static final long PAUSE_MILLIS = 300;

  private final ReplayBook book;
  private final Component pipeline;
  private final Progress progress;

  /** Watches that pipeline by what the book says. */
  public ReplayRun(ReplayBook book, Component pipeline, Progress progress) {
    this.book = book;
    this.pipeline = pipeline;
    this.progress = progress;
  }

  /** Returns when all of it is written. */
  public ReplayProgress await(String name) throws InterruptedException {
    List<String> said = List.of();
    ReplayProgress now = at(name);
    while (!now.isFinished()) {
      progress.at(now.done());
      List<HealthReason> reasons = pipeline.check();
      List<String> codes = reasons.stream().map(HealthReason::code).toList();
      if (!codes.isEmpty() && !codes.equals(said) && now.done() > 0) {
        log.warn("{}", String.join("; ", reasons.stream().map(HealthReason::message).toList()));
      }
      said = codes;
      if (now.hasPassed()) {
        book.goOn(now);
      } else {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      now = at(name);
      progress.outOf(now.total());
    }
    progress.at(now.done());
    return now;
  }

  private ReplayProgress at(String name) throws InterruptedException {
    return book.find(name)
        .orElseThrow(() -> CommandException.failed("replay " + name + " has been forgotten"));
  }
}

package io.tributary.operations.replay;

import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches a replay until it has come to its end, or to writes that cannot succeed. */
public final class ReplayRun {

  private static final Logger log = LoggerFactory.getLogger(ReplayRun.class);
  private static final long PAUSE_MILLIS = 300;

  /** Time after which a misconfiguration is fatal. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final String MISTAKE = "dynamodb_misconfigured";

  private final ReplayRegistry book;
  private final Component pipeline;
  private final Progress progress;
  private final Ticker ticker;
  private List<String> said = List.of();
  private Deadline patience;

  public ReplayRun(ReplayRegistry book, Component pipeline, Progress progress, Ticker ticker) {
    this.book = book;
    this.pipeline = pipeline;
    this.progress = progress;
    this.ticker = ticker;
    this.patience = Deadline.after(PATIENCE, ticker);
  }

  /** Returns when all is written; {@link OperationException} if writes cannot succeed. */
  public ReplayProgress await(String name) throws InterruptedException {
    ReplayProgress now = at(name);
    while (!now.isFinished()) {
      progress.at(now.done());
      look(name, now.done() > 0);
      if (now.hasPassed()) {
        book.extend(now);
      } else {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      now = at(name);
      progress.outOf(now.total());
    }
    progress.at(now.done());
    return now;
  }

  private void look(String name, boolean begun) {
    List<HealthReason> reasons = pipeline.unreadyReasons();
    List<String> codes = reasons.stream().map(HealthReason::code).toList();
    String text = String.join("; ", reasons.stream().map(HealthReason::message).toList());
    boolean mistaken = codes.contains(MISTAKE);
    if (!codes.isEmpty() && !codes.equals(said) && (begun || mistaken)) {
      log.warn("{}", text);
    }
    said = codes;
    if (!mistaken) {
      patience = Deadline.after(PATIENCE, ticker);
    } else if (patience.passed()) {
      throw OperationException.failed(
          "replay %s stops: %s; fix that and repeat the command to continue".formatted(name, text));
    }
  }

  private ReplayProgress at(String name) throws InterruptedException {
    return book.find(name)
        .orElseThrow(() -> OperationException.failed("replay " + name + " has been forgotten"));
  }
}

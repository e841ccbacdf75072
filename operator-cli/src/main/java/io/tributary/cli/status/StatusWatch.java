package io.tributary.cli.status;

import io.tributary.cli.output.Output;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Looks again and again, and shows each time what is to be seen. */
public final class StatusWatch {

  /** Property that the launcher sets to {@code true} when standard output is a terminal. */
  public static final String SCREEN = "tributary.screen";

  private final LiveSampler sampler;
  private final StatusText text;
  private final Output output;
  private final Duration interval;

  /**
   * A watch.
   *
   * @param where the cluster and the tables are, in words
   * @param interval between two looks
   */
  public StatusWatch(LiveSampler sampler, String where, Output output, Duration interval) {
    this.sampler = sampler;
    this.text = new StatusText(where);
    this.output = output;
    this.interval = interval;
  }

  /** Shows what there is once. True when nothing is wrong. */
  public boolean once() throws InterruptedException {
    Snapshot first = sampler.look();
    // without a cluster there are no rates to wait for
    Status status = first.cluster().value().isPresent() ? next(first) : new Status(first, first);
    List<Finding> findings = Rules.findings(status);
    output.print(String.join("\n", text.lines(status, findings)), StatusJson.of(status, findings));
    return findings.isEmpty();
  }

  /**
   * Shows it until the thread is interrupted or nobody reads any more.
   *
   * @param screen redraws in place; else a block follows the other
   */
  public void run(boolean screen) throws InterruptedException {
    Snapshot before = sampler.look();
    while (!output.isClosed()) {
      Status status = next(before);
      List<Finding> findings = Rules.findings(status);
      List<String> lines = text.lines(status, findings);
      if (screen) {
        output.redraw(lines, StatusJson.of(status, findings));
      } else {
        output.print(String.join("\n", lines) + '\n', StatusJson.of(status, findings));
      }
      before = status.now();
    }
  }

  private Status next(Snapshot before) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(interval.toMillis());
    Snapshot now = sampler.look();
    return new Status(sampler.isAnew() ? now : before, now);
  }
}

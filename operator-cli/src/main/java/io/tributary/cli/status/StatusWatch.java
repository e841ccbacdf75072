package io.tributary.cli.status;

import io.tributary.cli.output.Output;
import io.tributary.operations.status.Diagnosis;
import io.tributary.operations.status.Finding;
import io.tributary.operations.status.Sampler;
import io.tributary.operations.status.Status;
import java.time.Duration;
import java.util.List;

/** Looks again and again, and shows each result. */
public final class StatusWatch {

  /** Property that the launcher sets to {@code true} when standard output is a terminal. */
  public static final String SCREEN = "tributary.screen";

  private final Sampler sampler;
  private final StatusText text;
  private final Output output;
  private final Duration interval;

  /**
   * A watch.
   *
   * @param where the cluster and the tables are, in words
   * @param interval between two looks
   */
  public StatusWatch(Sampler sampler, String where, Output output, Duration interval) {
    this.sampler = sampler;
    this.text = new StatusText(where);
    this.output = output;
    this.interval = interval;
  }

  /** Shows one look. True without findings. */
  public boolean once() throws InterruptedException {
    Status status = sampler.next(interval);
    List<Finding> findings = Diagnosis.findings(status);
    output.print(String.join("\n", text.lines(status, findings)), StatusJson.of(status, findings));
    return findings.isEmpty();
  }

  /**
   * Shows looks until the thread is interrupted or the output is closed.
   *
   * @param screen redraws in place; else a block follows the other
   */
  public void run(boolean screen) throws InterruptedException {
    while (!output.isClosed()) {
      Status status = sampler.next(interval);
      List<Finding> findings = Diagnosis.findings(status);
      List<String> lines = text.lines(status, findings);
      if (screen) {
        output.redraw(lines, StatusJson.of(status, findings));
      } else {
        output.print(String.join("\n", lines) + '\n', StatusJson.of(status, findings));
      }
    }
  }
}

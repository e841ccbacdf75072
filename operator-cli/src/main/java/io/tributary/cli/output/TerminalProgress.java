package io.tributary.cli.output;

import io.tributary.operations.Progress;
import io.tributary.runtime.context.Ticker;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * Progress of a long command: on a terminal a bar that moves, elsewhere a line now and then. For
 * one thread.
 */
public final class TerminalProgress implements Progress {

  /** Property that the launcher sets to {@code true} when standard error is a terminal. */
  public static final String TERMINAL = "tributary.terminal";

  private static final Duration REDRAW = Duration.ofMillis(200);
  private static final Duration REPORT = Duration.ofSeconds(10);

  /** Without a step for so long, the rate says nothing about the rest. */
  private static final Duration STANDSTILL = Duration.ofSeconds(10);

  private static final int BAR = 24;
  private static final int PERCENT = 100;
  private static final byte[] CLEAR_LINE = "\r\u001b[K".getBytes(StandardCharsets.US_ASCII);

  private final PrintStream err;
  private final Ticker ticker;
  private final boolean terminal;
  private final String work;
  private final String unit;
  private final long begun;
  private long total;
  private long before;
  private long done;
  private long moved;
  private long shown;

  /**
   * Work that begins now.
   *
   * @param work name of the work, such as {@code reading devices.readings}
   * @param unit of the count, in the plural
   * @param total how much there is to do, as far as is known
   */
  public TerminalProgress(
      PrintStream err, boolean terminal, Ticker ticker, String work, String unit, long total) {
    this.err = err;
    this.terminal = terminal;
    this.ticker = ticker;
    this.work = work;
    this.unit = unit;
    this.total = total;
    this.begun = ticker.nanos();
    this.shown = begun;
    this.moved = begun;
  }

  @Override
  public void resumeAt(long doneBefore) {
    before = doneBefore;
    done = doneBefore;
  }

  @Override
  public void outOf(long newTotal) {
    total = newTotal;
  }

  @Override
  public void at(long newDone) {
    long now = ticker.nanos();
    moved = newDone == done ? moved : now;
    done = newDone;
    if (now - shown >= (terminal ? REDRAW : REPORT).toNanos()) {
      shown = now;
      show(now);
    }
  }

  @Override
  public void add(long more) {
    at(done + more);
  }

  /** Leaves a last line behind. */
  @Override
  public void close() {
    show(ticker.nanos());
    if (terminal) {
      err.println();
      err.flush();
    }
  }

  private void show(long now) {
    if (terminal) {
      err.writeBytes(CLEAR_LINE);
      err.print(work + ' ' + bar() + ' ' + words(now));
    } else {
      err.println(work + ": " + words(now));
    }
    err.flush();
  }

  private String bar() {
    int full = (int) Math.min(BAR, total == 0 ? BAR : BAR * done / total);
    return '[' + "#".repeat(full) + ".".repeat(BAR - full) + ']';
  }

  private String words(long now) {
    double seconds = Math.max(1, now - begun) / 1e9;
    double rate = (done - before) / seconds;
    long percent = total == 0 ? PERCENT : Math.min(PERCENT, PERCENT * done / total);
    return String.format(
        Locale.ROOT,
        "%d %% %,d of %,d %s, %,.0f/s%s",
        percent,
        done,
        total,
        unit,
        rate,
        done < total ? outlook(now, rate) : "");
  }

  /** The remaining time, or the time since the last step where it has stopped. */
  private String outlook(long now, double rate) {
    Duration still = Duration.ofNanos(now - moved);
    if (still.compareTo(STANDSTILL) >= 0) {
      return ", nothing for " + text(still);
    }
    return rate == 0
        ? ""
        : ", " + text(Duration.ofSeconds(Math.round((total - done) / rate))) + " left";
  }

  private static String text(Duration time) {
    return Duration.ofSeconds(time.toSeconds()).toString().substring(2).toLowerCase(Locale.ROOT);
  }
}

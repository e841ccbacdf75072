package io.tributary.console;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.health.OpsContent.Page;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Pages of the last half second, which all get that ask the same: many windows cost one look. */
final class RecentPages {

  private static final long LIFE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Ticker ticker;
  private final Map<Object, Recent> pages = new LinkedHashMap<>();

  private record Recent(Page page, long at) {}

  RecentPages(Ticker ticker) {
    this.ticker = ticker;
  }

  synchronized Page get(Object question, Supplier<Page> made) {
    long now = ticker.nanos();
    pages.values().removeIf(recent -> now - recent.at() > LIFE_NANOS);
    return pages.computeIfAbsent(question, first -> new Recent(made.get(), now)).page();
  }
}

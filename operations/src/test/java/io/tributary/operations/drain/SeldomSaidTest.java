package io.tributary.operations.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SeldomSaidTest {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final List<String> heard = new ArrayList<>();
  private final SeldomSaid warnings = new SeldomSaid(nanos::get, heard::add);

  @Test
  void shouldSayTheSameOnceAMinute() {
    for (int quarter = 0; quarter < 4 * 61; quarter++) {
      warnings.say("inbox THROTTLED", "request " + quarter);
      nanos.addAndGet(Duration.ofMillis(250).toNanos());
    }

    assertThat(heard).containsExactly("request 0", "request 240");
  }

  @Test
  void shouldSayAtOnceWhatIsNew() {
    warnings.say("inbox THROTTLED", "too many");
    warnings.say("inbox UNAVAILABLE", "away");
    warnings.say("inbox THROTTLED", "too many");

    assertThat(heard).containsExactly("too many", "away");
  }
}

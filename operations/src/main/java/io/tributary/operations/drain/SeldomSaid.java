package io.tributary.operations.drain;

import io.tributary.runtime.ambient.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Says what comes up several times a second once, and again after a minute. */
final class SeldomSaid {

  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Ticker ticker;
  private final Consumer<String> voice;

  /** When each subject was last spoken of, by the ticker. */
  private final Map<String, Long> said = new HashMap<>();

  SeldomSaid(Ticker ticker, Consumer<String> voice) {
    this.ticker = ticker;
    this.voice = voice;
  }

  /**
   * Says it, if the subject is new or was last spoken of a minute ago.
   *
   * @param subject the same for texts that say the same, as those of requests with an id do
   */
  void say(String subject, String text) {
    long now = ticker.nanos();
    Long last = said.get(subject);
    if (last == null || now - last >= PAUSE.toNanos()) {
      said.put(subject, now);
      voice.accept(text);
    }
  }
}

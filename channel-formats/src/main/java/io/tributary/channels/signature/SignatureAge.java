package io.tributary.channels.signature;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Age of a signature with a time. */
public final class SignatureAge {

  static final String RULE = "Epoch seconds, at most 300 s away.";

  /** Tolerance in either direction. */
  public static final long TOLERANCE_SECONDS = 300;

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  private SignatureAge() {}

  /** Refuses malformed epoch seconds, and times too far from now. */
  static Optional<Refusal> refusal(String epochSeconds, long nowMillis) {
    return refusal(epochSeconds, nowMillis, Duration.ofSeconds(TOLERANCE_SECONDS));
  }

  /**
   * The same for providers that repeat requests unchanged.
   *
   * @param oldest longest age of a signature
   */
  static Optional<Refusal> refusal(String epochSeconds, long nowMillis, Duration oldest) {
    if (!SECONDS.matcher(epochSeconds).matches()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    long age = nowMillis - TimeUnit.SECONDS.toMillis(Long.parseLong(epochSeconds));
    return age > oldest.toMillis() || age < -TimeUnit.SECONDS.toMillis(TOLERANCE_SECONDS)
        ? Optional.of(Refusal.STALE)
        : Optional.empty();
  }
}

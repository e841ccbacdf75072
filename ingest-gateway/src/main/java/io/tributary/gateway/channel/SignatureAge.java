package io.tributary.gateway.channel;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The time that a request says it was signed at. */
final class SignatureAge {

  /** How far it may be from now, either way. */
  static final long TOLERANCE_SECONDS = 300;

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  private SignatureAge() {}

  /** Why the request is not to be taken: its epoch seconds are none, or too far from now. */
  static Optional<Refusal> refusal(String epochSeconds, long nowMillis) {
    return refusal(epochSeconds, nowMillis, Duration.ofSeconds(TOLERANCE_SECONDS));
  }

  /**
   * The same of a provider that repeats a request as it was.
   *
   * @param oldest how long ago it may have been signed
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

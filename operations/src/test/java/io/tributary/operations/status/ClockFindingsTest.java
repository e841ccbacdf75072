package io.tributary.operations.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Clocks of three instances and three brokers, in seconds ahead of the command's. */
final class ClockFindingsTest {

  private static final long HOUR = 3600;

  @Test
  void shouldFindNothingWhileClocksAreAMinuteApart() {
    assertThat(findings(0, 0, 0, 0, 0, 0)).isEmpty();
    assertThat(findings(20, -20, 10, 0, 15, -30)).isEmpty();
  }

  @Test
  void shouldNotTakeTheCommandsClockForTheRightOne() {
    assertThat(findings(HOUR, HOUR, HOUR, HOUR, HOUR, HOUR)).isEmpty();
  }

  @Test
  void shouldNameTheInstance() {
    assertThat(findings(3 * HOUR, 0, 0, 0, 0, 0))
        .containsExactly("the clock of gateway at http://127.0.0.1:1 is 3 h ahead of the brokers'");
    assertThat(findings(0, 0, -90, 0, 0, 0))
        .containsExactly("the clock of sink at http://127.0.0.1:3 is 90 s behind the brokers'");
    assertThat(findings(0, -25 * HOUR, 70, 0, 0, 0))
        .containsExactly(
            "the clock of processors at http://127.0.0.1:2 is 25 h behind the brokers'",
            "the clock of sink at http://127.0.0.1:3 is 70 s ahead of the brokers'");
  }

  @Test
  void shouldNameTheBroker() {
    String others = " those of the services and other brokers";
    assertThat(findings(0, 0, 0, 0, 0, 2 * HOUR))
        .containsExactly("the clock of broker 3 is 2 h ahead of" + others);
    assertThat(findings(0, 0, 0, -HOUR, 0, 0))
        .containsExactly("the clock of broker 1 is 60 min behind" + others);
    assertThat(findings(HOUR, HOUR, HOUR, 0, HOUR, HOUR))
        .containsExactly("the clock of broker 1 is 60 min behind" + others);
  }

  /** The first broker is the controller. */
  private static List<String> findings(
      long gateway, long processors, long sink, long first, long second, long third) {
    long now = Samples.atRest().millis();
    StringBuilder metrics = new StringBuilder(clock(now, gateway));
    long[] brokers = {first, second, third};
    for (int broker = 0; broker < brokers.length; broker++) {
      metrics.append(
          "tributary_gateway_broker_clock_ahead_seconds{broker=\"%d\"} %d.0\n"
              .formatted(broker + 1, brokers[broker] - gateway));
    }
    Snapshot snapshot =
        Samples.with(
            Samples.with(
                Samples.atRest(), Answered.of(Samples.cluster(1, List.of(), 1000 * first))),
            Samples.service("gateway", 1, metrics.toString()),
            Samples.service("processors", 2, clock(now, processors)),
            Samples.service("sink", 3, clock(now, sink)));
    return ClockFindings.of(snapshot).stream().map(Finding::what).toList();
  }

  private static String clock(long now, long ahead) {
    return "tributary_clock_seconds %s%n".formatted(now / 1000.0 + ahead);
  }
}

package io.tributary.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.runtime.metrics.Meters;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class RefusedRequestsTest {

  private static final String ROUTE = "/v1/channels/slack/{account}";
  private static final Problem FORGED =
      Problem.of(ErrorCode.FORBIDDEN, "the signature is wrong").because("slack signature");

  private final AtomicLong nanos = new AtomicLong(-7);
  private final Meters meters = new Meters();
  private final RefusedRequests refused =
      new RefusedRequests(new GatewayMetrics(meters), nanos::get);
  private final Logger logger = (Logger) LoggerFactory.getLogger(RefusedRequests.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(logged);
  }

  private List<String> lines() {
    return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void shouldLogEachReasonOnceAMinuteWithItsNumber() {
    refused.count(ROUTE, FORGED);
    refused.count(ROUTE, FORGED);
    refused.count(ROUTE, Problem.of(ErrorCode.UNAUTHORIZED, "no token"));
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
    refused.count(ROUTE, FORGED);
    assertThat(lines())
        .containsExactly(
            "refused 1 since the last such line: 403 " + ROUTE + ", slack signature",
            "refused 1 since the last such line: 401 " + ROUTE + ", no token");

    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    refused.count(ROUTE, FORGED);

    assertThat(lines())
        .last()
        .isEqualTo("refused 3 since the last such line: 403 " + ROUTE + ", slack signature");
    assertThat(meters.scrape())
        .contains("reason=\"slack signature\",route=\"" + ROUTE + "\",status=\"403\"} 4.0");
  }

  @Test
  void shouldTakeAFieldInAnyPlaceForOneReasonAndBoundThem() {
    for (int i = 0; i < 150; i++) {
      refused.count(ROUTE, broken("readings[" + i + "].batch_id"));
      refused.count(ROUTE, broken("settings." + "n".repeat(i)));
    }
    refused.count(ROUTE, Problem.of(ErrorCode.NOT_FOUND, "no such path"));
    refused.count(ROUTE, Problem.unavailable("later"));

    assertThat(meters.scrape())
        .contains("reason=\"readings[].batch_id is wrong\"")
        .contains("reason=\"other\",route=\"other\",status=\"400\"} ");
    assertThat(lines()).hasSize(101);
  }

  private static Problem broken(String field) {
    return Problem.at(
        ErrorCode.INVALID_VALUE, new Problem.Place(field, "is wrong", OptionalInt.empty()));
  }
}

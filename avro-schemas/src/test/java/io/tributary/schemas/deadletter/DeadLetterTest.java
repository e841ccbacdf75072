package io.tributary.schemas.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.header.RecordHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

final class DeadLetterTest {

  private static final Failure FAILURE = new Failure(FailureCode.ITEM_REJECTED, "another device's");
  private static final Origin ORIGIN = new Origin("devices.readings", 3, 42);
  private static final byte[] KEY = "key".getBytes(StandardCharsets.UTF_8);

  @Test
  void shouldKeepTheRecordAndSayWhereWhyAndHowOften() {
    Headers original = new RecordHeaders().add("custom", new byte[] {1});
    byte[] value = {1, 2, 3};

    DeadLetter deadLetter = DeadLetter.of(KEY, value, original, ORIGIN, FAILURE);

    assertThat(deadLetter.key()).isSameAs(KEY);
    assertThat(deadLetter.value()).isSameAs(value);
    assertThat(deadLetter.headers().lastHeader("custom").value()).containsExactly(1);
    assertThat(text(deadLetter, "tributary-stage")).isEqualTo("store");
    assertThat(text(deadLetter, "tributary-code")).isEqualTo("ITEM_REJECTED");
    assertThat(text(deadLetter, "tributary-reason")).isEqualTo("another device's");
    assertThat(text(deadLetter, "tributary-origin")).isEqualTo("devices.readings/3/42");
    assertThat(text(deadLetter, "tributary-attempts")).isEqualTo("1");
    assertThat(DeadLetter.isIncomplete(deadLetter.headers())).isFalse();
    assertThat(original).hasSize(1);
  }

  @Test
  void shouldCountOnFromEarlierAttempts() {
    Headers original = new RecordHeaders();
    RecordHeader.ATTEMPTS.put(original, "3");
    assertThat(text(DeadLetter.of(KEY, null, original, ORIGIN, FAILURE), "tributary-attempts"))
        .isEqualTo("4");

    RecordHeader.ATTEMPTS.put(original, "many");
    assertThat(text(DeadLetter.of(KEY, null, original, ORIGIN, FAILURE), "tributary-attempts"))
        .isEqualTo("1");
  }

  @Test
  void shouldReadTheFailedAttempt() {
    Headers redriven = new RecordHeaders();
    RecordHeader.ATTEMPTS.put(redriven, "2");

    assertThat(Attempt.failed(deadLetterOf(new RecordHeaders())))
        .contains(Attempt.at(ORIGIN, new RecordHeaders()));
    assertThat(Attempt.failed(deadLetterOf(redriven))).contains(Attempt.at(ORIGIN, redriven));
    assertThat(Attempt.at(ORIGIN, redriven)).isNotEqualTo(Attempt.at(ORIGIN, new RecordHeaders()));
    assertThat(Attempt.failed(new RecordHeaders())).isEmpty();
  }

  /** Anybody may write such a header. */
  @Test
  void shouldReadTooLargeCountsOfAttempts() {
    Headers claimed = new RecordHeaders();
    RecordHeader.ATTEMPTS.put(claimed, Integer.toString(Integer.MAX_VALUE));

    assertThat(Attempt.failed(deadLetterOf(claimed))).contains(Attempt.at(ORIGIN, claimed));
  }

  private static Headers deadLetterOf(Headers original) {
    return DeadLetter.of(KEY, null, original, ORIGIN, FAILURE).headers();
  }

  @Test
  void shouldLeaveOutAValueThatItsTopicCannotTake() {
    DeadLetter deadLetter =
        DeadLetter.of(KEY, new byte[3 * 1024 * 1024 + 1], new RecordHeaders(), ORIGIN, FAILURE);

    assertThat(deadLetter.value()).isNull();
    assertThat(text(deadLetter, "tributary-reason")).contains("too large");
    assertThat(DeadLetter.isIncomplete(deadLetter.headers())).isTrue();
  }

  @Test
  void shouldLeaveOutKeyAndHeadersThatItsTopicCannotTake() {
    Headers huge = new RecordHeaders().add("huge", new byte[4 * 1024 * 1024]);

    DeadLetter deadLetter = DeadLetter.of(KEY, new byte[1], huge, ORIGIN, FAILURE);

    assertThat(deadLetter.key()).isNull();
    assertThat(deadLetter.value()).isNull();
    assertThat(deadLetter.headers().lastHeader("huge")).isNull();
    assertThat(text(deadLetter, "tributary-origin")).isEqualTo("devices.readings/3/42");
  }

  @Test
  void shouldReadTheOriginThatAHeaderNames() {
    assertThat(Origin.parse("a.b/c/3/42")).contains(new Origin("a.b/c", 3, 42));
    assertThat(Origin.parse(ORIGIN.toString())).contains(ORIGIN);
    for (String none : List.of("", "a/3", "a/b/3", "a/-1/3", "a/1/99999999999999999999")) {
      assertThat(Origin.parse(none)).as(none).isEmpty();
    }
  }

  @Test
  void shouldCutAReasonThatWouldSwellTheHeaders() {
    assertThat(new Failure(FailureCode.PROCESSING_FAILED, "x".repeat(5000)).reason()).hasSize(1024);
  }

  @Test
  void shouldWarnOfAllCodesButThoseOfStrangers() {
    assertThat(FailureCode.values())
        .filteredOn(FailureCode::isRoutine)
        .containsExactly(
            FailureCode.NO_TENANT_MAPPING,
            FailureCode.TENANT_INACTIVE,
            FailureCode.CHANNEL_NOT_ALLOWED,
            FailureCode.SENDER_NOT_AUTHORIZED,
            FailureCode.CONVERSATION_NOT_FOUND);
  }

  private static String text(DeadLetter deadLetter, String header) {
    return new String(deadLetter.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
  }
}

package io.tributary.simulation.dynamo;

import static io.tributary.simulation.dynamo.ContractTables.number;
import static io.tributary.simulation.dynamo.ContractTables.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.DynamoItemWriter;
import io.tributary.sink.write.RevisedPut;
import io.tributary.sink.write.WriteOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkException;

final class InterceptorTest {

  private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

  private final SimulatedDynamo database = new SimulatedDynamo(CLOCK);
  private final List<DynamoCall> calls = new ArrayList<>();
  private final Deque<Interceptor> next = new ArrayDeque<>();

  @BeforeEach
  void createTables() {
    ContractTables.create(new SimulatedDynamoClient(database, Interceptor.NONE));
  }

  private DynamoItemWriter writer() {
    Interceptor scripted =
        new Interceptor() {
          @Override
          public <R> R intercept(DynamoCall call, Supplier<R> request) {
            calls.add(call);
            Interceptor fault = next.poll();
            return (fault == null ? Interceptor.NONE : fault).intercept(call, request);
          }
        };
    return DynamoItemWriter.to(
        new DynamoTables(new SimulatedDynamoClient(database, scripted), "", ContractTables.ALL),
        CLOCK,
        new Meters());
  }

  private static RevisedPut revised(long revision, String... ids) {
    return new RevisedPut(
        "plain",
        "id",
        Stream.of(ids)
            .map(id -> new ItemBuilder().text("id", id).number("rev", revision).build())
            .toList());
  }

  @Test
  void shouldSeeEachRequestWithWhatItTouches() throws InterruptedException {
    writer().write(revised(1, "a"));
    writer().write(revised(2, "b", "c"));

    assertThat(calls)
        .extracting(DynamoCall::operation)
        .containsExactly("PutItem", "TransactWriteItems");
    assertThat(calls).allMatch(DynamoCall::isWrite);
    assertThat(calls.get(1).touched())
        .containsExactly(
            new DynamoCall.Touched("plain", Map.of("id", text("b"), "rev", number("2"))),
            new DynamoCall.Touched("plain", Map.of("id", text("c"), "rev", number("2"))));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void shouldThrowWhatTheSinkTriesAgain(SdkException failure, String reason) {
    next.add(
        new Interceptor() {
          @Override
          public <R> R intercept(DynamoCall call, Supplier<R> request) {
            throw failure;
          }
        });

    assertThatThrownBy(() -> writer().write(revised(1, "a", "b")))
        .extracting("reason")
        .hasToString(reason);
    assertThat(database.items("plain")).isEmpty();
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(DynamoErrors.throttled(), "THROTTLED"),
        Arguments.of(DynamoErrors.beyondCapacity(), "THROTTLED"),
        Arguments.of(DynamoErrors.conflict(), "CONFLICT"),
        Arguments.of(DynamoErrors.internalError(), "UNAVAILABLE"),
        Arguments.of(DynamoErrors.unavailable(), "UNAVAILABLE"),
        Arguments.of(DynamoErrors.timedOut(), "UNAVAILABLE"),
        Arguments.of(DynamoErrors.connectionLost(), "UNAVAILABLE"),
        Arguments.of(DynamoErrors.accessDenied(), "MISCONFIGURED"),
        Arguments.of(cancelled(DynamoErrors.CONFLICT), "CONFLICT"),
        Arguments.of(cancelled(DynamoErrors.THROTTLED), "THROTTLED"),
        Arguments.of(cancelled(DynamoErrors.NO_CAPACITY), "THROTTLED"));
  }

  private static SdkException cancelled(String code) {
    return DynamoErrors.cancelled(
        List.of(DynamoErrors.reason(DynamoErrors.NONE), DynamoErrors.reason(code)));
  }

  @Test
  void shouldLoseAnAnswerAfterTheEffect() throws InterruptedException {
    next.add(
        new Interceptor() {
          @Override
          public <R> R intercept(DynamoCall call, Supplier<R> request) {
            R unused = request.get();
            throw DynamoErrors.timedOut();
          }
        });

    assertThatThrownBy(() -> writer().write(revised(1, "a"))).hasMessageContaining("Timeout");
    assertThat(writer().write(revised(1, "a"))).isEqualTo(new WriteOutcome.AlreadyStored());
  }

  @Test
  void shouldLetARequestArriveAfterItsSenderGaveUp() throws InterruptedException {
    List<Supplier<?>> underWay = new ArrayList<>();
    next.add(
        new Interceptor() {
          @Override
          public <R> R intercept(DynamoCall call, Supplier<R> request) {
            underWay.add(request);
            throw DynamoErrors.timedOut();
          }
        });

    assertThatThrownBy(() -> writer().write(revised(1, "a"))).hasMessageContaining("Timeout");
    assertThat(writer().write(revised(2, "a"))).isEqualTo(new WriteOutcome.Stored());

    assertThatThrownBy(() -> underWay.get(0).get()).hasMessageContaining("conditional request");
    assertThat(database.items("plain"))
        .containsExactly(revised(2, "a").items().get(0).attributes());
  }
}

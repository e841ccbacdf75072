package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.store.Tables;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The table as an operator makes it, and how a change of it is told. */
@TestInstance(Lifecycle.PER_CLASS)
final class InboxTableIT {

  private final SplitPipeline pipeline = SplitPipeline.start(Workplace.of(InboxTableIT.class), 0);
  private final Tables tables = new Tables(pipeline.endpoints());

  @AfterAll
  void end() {
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldHaveTheDocumentedTableWithItsStream() {
    Completed created = tables("create");
    assertThat(created.exitCode()).as(created.err()).isZero();

    TableDescription table = describe();
    assertThat(
            table.keySchema().stream()
                .map(key -> key.attributeName() + " " + key.keyTypeAsString())
                .collect(Collectors.joining(", ")))
        .isEqualTo("pk HASH, sk RANGE");
    assertThat(table.attributeDefinitions())
        .extracting(each -> each.attributeName() + " " + each.attributeTypeAsString())
        .containsExactlyInAnyOrder("pk S", "sk S");
    assertThat(table.hasGlobalSecondaryIndexes()).isFalse();
    assertThat(table.hasLocalSecondaryIndexes()).isFalse();
    assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(table.streamSpecification().streamEnabled()).isTrue();
    assertThat(table.streamSpecification().streamViewType()).isEqualTo(StreamViewType.OLD_IMAGE);
    assertThat(
            tables
                .client()
                .describeTimeToLive(request -> request.tableName(InboxItems.TABLE))
                .timeToLiveDescription())
        .satisfies(
            ttl -> {
              assertThat(ttl.attributeName()).isEqualTo("expiredat");
              assertThat(ttl.timeToLiveStatusAsString()).isEqualTo("ENABLED");
            });
  }

  @Test
  void shouldTellThatTheStreamIsOff() {
    assertThat(tables("create").exitCode()).isZero();
    Completed right = tables("check");
    assertThat(right.exitCode()).as(right.out() + right.err()).isZero();

    tables
        .client()
        .updateTable(
            request ->
                request
                    .tableName(InboxItems.TABLE)
                    .streamSpecification(stream -> stream.streamEnabled(false)));

    Completed off = tables("check");
    assertThat(off.exitCode()).as(off.out() + off.err()).isEqualTo(3);
    assertThat(off.out().lines().filter(line -> line.contains("inbox")))
        .as(off.out())
        .anyMatch(line -> line.contains("stream"));
  }

  private Completed tables(String command) {
    return pipeline
        .launcher()
        .run(Duration.ofSeconds(60), pipeline.endpoints().appendedTo("tables", command));
  }

  private TableDescription describe() {
    return tables.client().describeTable(request -> request.tableName(InboxItems.TABLE)).table();
  }
}

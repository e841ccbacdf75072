package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.process.Completed;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The table as an operator makes it, beside those of the pipeline, and how a change is told. */
@OnSharedPipeline
final class InboxTableIT {

  private static final String PREFIX = "spare-";
  private static final String TABLE = PREFIX + InboxItems.TABLE;

  private final WholePipeline pipeline;
  private final DynamoDbClient client;

  InboxTableIT(Bench bench) {
    pipeline = bench.pipeline();
    client = bench.tables().client();
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
            client.describeTimeToLive(request -> request.tableName(TABLE)).timeToLiveDescription())
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

    client.updateTable(
        request ->
            request.tableName(TABLE).streamSpecification(stream -> stream.streamEnabled(false)));

    Completed off = tables("check");
    assertThat(off.exitCode()).as(off.out() + off.err()).isEqualTo(3);
    assertThat(off.out().lines().filter(line -> line.contains("inbox")))
        .as(off.out())
        .anyMatch(line -> line.contains("stream"));
  }

  private Completed tables(String command) {
    return pipeline
        .commands()
        .runWithin(pipeline.endpoints().appendedTo("tables", command, "--table-prefix", PREFIX));
  }

  private TableDescription describe() {
    return client.describeTable(request -> request.tableName(TABLE)).table();
  }
}

package io.tributary.sink.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

final class TableAdminTest {

  private static final TableDefinition THINGS =
      new TableDefinition(
          "things",
          TableKey.of("a", "b"),
          List.of(new IndexDefinition("by_c", TableKey.of("c", "b"))),
          Optional.of("expires"),
          true);

  private static final TableDefinition STREAMED = THINGS.withStream("OLD_IMAGE");

  private final FakeTables dynamo = new FakeTables(true);
  private final TableAdmin admin = new TableAdmin(dynamo, "p-");

  @Test
  void shouldCreateMissingTablesWithTheirSettings() {
    assertThat(admin.create(List.of(THINGS))).containsExactly("p-things");

    CreateTableRequest table = created();
    assertThat(table.keySchema()).containsExactly(key("a", KeyType.HASH), key("b", KeyType.RANGE));
    assertThat(table.attributeDefinitions())
        .containsExactlyInAnyOrder(text("a"), text("b"), text("c"));
    assertThat(table.globalSecondaryIndexes())
        .containsExactly(
            GlobalSecondaryIndex.builder()
                .indexName("by_c")
                .keySchema(key("c", KeyType.HASH), key("b", KeyType.RANGE))
                .projection(Projection.builder().projectionType(ProjectionType.ALL).build())
                .build());
    assertThat(table.billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(dynamo.ttl).containsEntry("p-things", "expires");
    assertThat(dynamo.recovery).containsExactly("p-things");
  }

  @Test
  void shouldNameLimitsOfTheEndpoint() {
    TableAdmin local = new TableAdmin(new FakeTables(false), "");
    local.create(List.of(THINGS));

    assertThat(local.check(List.of(THINGS)))
        .isEqualTo(
            new TableReport(
                1,
                List.of(),
                List.of(),
                List.of("table things: the endpoint does not show point-in-time recovery")));
  }

  @Test
  void shouldNameAMissingTable() {
    assertThat(drift()).containsExactly("table p-things does not exist");
    assertThat(admin.check(List.of(THINGS)).missing()).containsExactly("things");
    assertThat(admin.check(List.of(THINGS)).differing()).isEmpty();
    assertThat(admin.unusable(List.of(THINGS))).containsExactly("table p-things does not exist");
  }

  @Test
  void shouldNameEveryOtherKey() {
    found(
        request ->
            request
                .keySchema(key("a", KeyType.HASH))
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("a")
                        .attributeType(ScalarAttributeType.N)
                        .build(),
                    text("b"),
                    text("c")));

    assertThat(drift())
        .containsExactly(
            "table p-things has key a HASH, the definition says a HASH, b RANGE",
            "table p-things has type of a N, the definition says S");
    assertThat(admin.unusable(List.of(THINGS))).hasSize(2);
  }

  @Test
  void shouldNameMissingAndExtraIndexes() {
    found(
        request ->
            request.globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("by_d")
                    .keySchema(key("c", KeyType.HASH))
                    .projection(all -> all.projectionType(ProjectionType.ALL))
                    .build()));

    assertThat(drift())
        .containsExactly(
            "table p-things has index by_d, the definition does not",
            "table p-things has no index by_c, which must be added to it");
    assertThat(admin.unusable(List.of(THINGS))).isEmpty();
  }

  @Test
  void shouldNeedNoIndexToWrite() {
    found(
        request ->
            request.globalSecondaryIndexes(List.of()).attributeDefinitions(text("a"), text("b")));

    assertThat(drift())
        .containsExactly("table p-things has no index by_c, which must be added to it");
    assertThat(admin.unusable(List.of(THINGS))).isEmpty();
  }

  @Test
  void shouldWaitForATableThatAnotherOneIsCreating() {
    admin.create(List.of(THINGS));
    dynamo.ttl.clear();
    dynamo.describedAsCreating = 2;

    assertThat(admin.create(List.of(THINGS))).isEmpty();

    assertThat(dynamo.ttl).containsEntry("p-things", "expires");
  }

  @Test
  void shouldNameSettingsThatAreOffOrOther() {
    found(request -> request.billingMode(BillingMode.PROVISIONED));
    dynamo.ttl.put("p-things", "ttl");
    dynamo.recovery.clear();

    assertThat(drift())
        .containsExactly(
            "table p-things has billing mode PROVISIONED, the definition says PAY_PER_REQUEST",
            "table p-things has TTL by ttl, the definition says by expires",
            "table p-things has point-in-time recovery off");

    dynamo.ttl.clear();
    assertThat(drift()).contains("table p-things has TTL off, the definition says by expires");
  }

  @Test
  void shouldMakeTheStreamThatIsAskedFor() {
    admin.create(List.of(STREAMED));

    assertThat(created().streamSpecification()).isEqualTo(stream(StreamViewType.OLD_IMAGE));
    assertThat(admin.check(List.of(STREAMED)).drift()).isEmpty();
  }

  @Test
  void shouldSwitchAMissingStreamOn() {
    admin.create(List.of(THINGS));
    assertThat(admin.check(List.of(STREAMED)).drift())
        .containsExactly("table p-things has no stream, the definition says one of OLD_IMAGE");

    assertThat(admin.create(List.of(STREAMED))).isEmpty();
    assertThat(created().streamSpecification()).isEqualTo(stream(StreamViewType.OLD_IMAGE));
  }

  private static StreamSpecification stream(StreamViewType view) {
    return StreamSpecification.builder().streamEnabled(true).streamViewType(view).build();
  }

  private CreateTableRequest created() {
    return Objects.requireNonNull(dynamo.tables.get("p-things"));
  }

  private List<String> drift() {
    return admin.check(List.of(THINGS)).drift();
  }

  /** The table as it should be, but for one thing. */
  private void found(UnaryOperator<CreateTableRequest.Builder> change) {
    admin.create(List.of(THINGS));
    CreateTableRequest right = created();
    dynamo.tables.put("p-things", change.apply(right.toBuilder()).build());
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }
}

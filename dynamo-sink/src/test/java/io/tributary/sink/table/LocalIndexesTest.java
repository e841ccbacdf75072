package io.tributary.sink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Indexes that only a new table can get. */
final class LocalIndexesTest {

  private static final TableDefinition THINGS =
      new TableDefinition(
          "things",
          TableKey.of("a", "b"),
          List.of(new IndexDefinition("by_c", TableKey.of("c", "d"))),
          List.of(
              new IndexDefinition("by_d", TableKey.of("a", "d")),
              new IndexDefinition(
                  "by_n",
                  new TableKey(KeyAttribute.text("a"), Optional.of(KeyAttribute.number("n"))))),
          Optional.empty(),
          Optional.empty(),
          false);

  private final FakeTables dynamo = new FakeTables(true);
  private final TableAdmin admin = new TableAdmin(dynamo, "p-");

  @Test
  void shouldMakeThemWithTheTable() {
    admin.create(List.of(THINGS));

    CreateTableRequest table = created();
    assertThat(table.localSecondaryIndexes())
        .containsExactly(
            index("by_d", "d", ProjectionType.ALL), index("by_n", "n", ProjectionType.ALL));
    assertThat(table.globalSecondaryIndexes()).hasSize(1);
    assertThat(table.attributeDefinitions())
        .containsExactlyInAnyOrder(
            attribute("a", ScalarAttributeType.S),
            attribute("b", ScalarAttributeType.S),
            attribute("c", ScalarAttributeType.S),
            attribute("d", ScalarAttributeType.S),
            attribute("n", ScalarAttributeType.N));
    assertThat(drift()).isEmpty();
  }

  @Test
  void shouldSayThatAMissingOneCannotBeAdded() {
    found(request -> request.localSecondaryIndexes(index("by_d", "d", ProjectionType.ALL)));

    assertThat(drift())
        .containsExactly(
            "table p-things has no local index by_n, which only a new table can get: it must be"
                + " made again");
    assertThat(admin.create(List.of(THINGS))).as("left as it is").isEmpty();
    assertThat(created().localSecondaryIndexes()).hasSize(1);
    assertThat(admin.unusable(List.of(THINGS))).as("needed to write").isEmpty();
  }

  @Test
  void shouldNameTheRequestThatTimedOut() {
    found(
        request ->
            request.localSecondaryIndexes(
                index("by_d", "d", ProjectionType.ALL),
                index("by_e", "d", ProjectionType.ALL),
                index("by_n", "n", ProjectionType.ALL)));

    assertThat(drift())
        .containsExactly("table p-things has local index by_e, the definition does not");
  }

  @Test
  void shouldNameAnotherTypeOfAKey() {
    found(
        request ->
            request.attributeDefinitions(
                attribute("a", ScalarAttributeType.S),
                attribute("b", ScalarAttributeType.S),
                attribute("c", ScalarAttributeType.S),
                attribute("d", ScalarAttributeType.S),
                attribute("n", ScalarAttributeType.S)));

    assertThat(drift()).containsExactly("table p-things has type of n S, the definition says N");
  }

  @Test
  void shouldRefuseOneOfAnotherPartition() {
    for (TableKey key : List.of(TableKey.of("c", "d"), TableKey.of("a"))) {
      assertThatThrownBy(
              () ->
                  new TableDefinition(
                      "things",
                      THINGS.key(),
                      List.of(),
                      List.of(new IndexDefinition("by_c", key)),
                      Optional.empty(),
                      Optional.empty(),
                      false))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("by_c must have the partition key of table things and a sort key");
    }
  }

  private List<String> drift() {
    return admin.check(List.of(THINGS)).drift();
  }

  private CreateTableRequest created() {
    return Objects.requireNonNull(dynamo.tables.get("p-things"));
  }

  /** The table as it should be, but for one thing. */
  private void found(UnaryOperator<CreateTableRequest.Builder> change) {
    admin.create(List.of(THINGS));
    dynamo.tables.put("p-things", change.apply(created().toBuilder()).build());
  }

  private static LocalSecondaryIndex index(String name, String sort, ProjectionType projection) {
    return LocalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key("a", KeyType.HASH), key(sort, KeyType.RANGE))
        .projection(of -> of.projectionType(projection))
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }
}

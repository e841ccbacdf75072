package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files for AWS agree with the table definitions. */
class AwsFilesTest {

  private static final Path FOLDER = Path.of("../config/aws");
  private static final List<TableDefinition> TABLES = SinkPipeline.tables(Set.of(Family.values()));

  /** Characters of a managed policy without white space. */
  private static final int MOST = 6144;

  /** Tables that lose items; items of the others stay or are overwritten. */
  private static final Set<String> DELETED =
      Set.of("inbox", "conversations", "tenants", "conversations-dev");

  private static final Map<String, Predicate<TableDefinition>> REACH =
      Map.of(
          "OnTables", table -> true,
          "OnExpiring", table -> table.ttlAttribute().isPresent(),
          "OnDeletedFrom", table -> DELETED.contains(table.name()),
          "OnStreamed", table -> table.stream().isPresent(),
          "OnStreams", table -> table.stream().isPresent(),
          "OnRecoverable", TableDefinition::pointInTimeRecovery);

  @Test
  void shouldDefineTheSameTables() throws IOException {
    List<TableDefinition> defined = new ArrayList<>();
    for (JsonNode resource : json("tables.json").path("Resources")) {
      JsonNode table = resource.path("Properties");
      assertThat(table.path("BillingMode").asText()).isEqualTo("PAY_PER_REQUEST");
      assertThat(table.path("DeletionProtectionEnabled").path("Ref").asText())
          .isEqualTo("DeletionProtection");
      defined.add(definition(table));
    }

    assertThat(defined).containsExactlyInAnyOrderElementsOf(TABLES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sink", "auditor", "operator"})
  void shouldAllowExactlyTheTablesOfEachStatement(String role) throws IOException {
    JsonNode policy = json("policy-" + role + ".json");

    for (JsonNode statement : policy.path("Statement")) {
      String id = statement.path("Sid").asText();
      String end = id.equals("OnStreams") ? "/stream/*" : "";
      List<String> arns = new ArrayList<>();
      TABLES.stream()
          .filter(REACH.getOrDefault(id, table -> false))
          .flatMap(table -> Stream.of("", "g?-", "g??-").map(prefix -> prefix + table.name()))
          .forEach(name -> arns.add("arn:aws:dynamodb:us-east-1:111122223333:table/" + name + end));
      assertThat(statement.path("Resource"))
          .as(role + ' ' + id)
          .extracting(JsonNode::asText)
          .containsExactlyElementsOf(arns);
    }
    String longest =
        policy
            .toString()
            .replace("us-east-1", "ap-southeast-2")
            .replace(":table/", ":table/production-");
    assertThat(longest.replaceAll("\\s", "")).hasSizeLessThan(MOST);
  }

  @Test
  void shouldLetTheAuditorChangeNothingAndTheOperatorMore() throws IOException {
    List<String> auditor = actions("auditor");

    assertThat(auditor)
        .isNotEmpty()
        .allMatch(action -> action.matches("dynamodb:(Describe|Get|BatchGet|Scan|Query).*"));
    assertThat(actions("operator")).containsAll(auditor);
  }

  private static List<String> actions(String role) throws IOException {
    List<String> actions = new ArrayList<>();
    for (JsonNode statement : json("policy-" + role + ".json").path("Statement")) {
      statement.path("Action").forEach(action -> actions.add(action.asText()));
    }
    return actions;
  }

  private static JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(FOLDER.resolve(file)));
  }

  private static TableDefinition definition(JsonNode table) {
    JsonNode stream = table.path("StreamSpecification").path("StreamViewType");
    JsonNode ttl = table.path("TimeToLiveSpecification").path("AttributeName");
    return new TableDefinition(
        table.path("TableName").path("Fn::Sub").asText().replace("${Prefix}", ""),
        key(table.path("KeySchema"), table),
        indexes(table.path("GlobalSecondaryIndexes"), table),
        indexes(table.path("LocalSecondaryIndexes"), table),
        Optional.ofNullable(ttl.textValue()),
        Optional.ofNullable(stream.textValue()),
        table
            .path("PointInTimeRecoverySpecification")
            .path("PointInTimeRecoveryEnabled")
            .asBoolean());
  }

  private static List<IndexDefinition> indexes(JsonNode list, JsonNode table) {
    List<IndexDefinition> indexes = new ArrayList<>();
    for (JsonNode index : list) {
      assertThat(index.path("Projection").path("ProjectionType").asText()).isEqualTo("ALL");
      indexes.add(
          new IndexDefinition(
              index.path("IndexName").asText(), key(index.path("KeySchema"), table)));
    }
    return indexes;
  }

  private static TableKey key(JsonNode schema, JsonNode table) {
    assertThat(schema.path(0).path("KeyType").asText()).isEqualTo("HASH");
    assertThat(schema.path(1).path("KeyType").asText("RANGE")).isEqualTo("RANGE");
    return new TableKey(
        attribute(schema.path(0), table),
        schema.has(1) ? Optional.of(attribute(schema.path(1), table)) : Optional.empty());
  }

  private static KeyAttribute attribute(JsonNode element, JsonNode table) {
    String name = element.path("AttributeName").asText();
    for (JsonNode definition : table.path("AttributeDefinitions")) {
      if (definition.path("AttributeName").asText().equals(name)) {
        return definition.path("AttributeType").asText().equals("N")
            ? KeyAttribute.number(name)
            : KeyAttribute.text(name);
      }
    }
    throw new AssertionError(name + " is not defined");
  }
}

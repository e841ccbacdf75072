package io.tributary.cli.aws;

import io.tributary.operations.JsonFields;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A CloudFormation template of tables, as maps and lists: the same tables as {@code tables create}
 * makes, protected against deletion.
 */
public final class TableTemplate {

  private static final String PREFIX = "Prefix";
  private static final String PROTECTION = "DeletionProtection";
  private static final String TYPE = "Type";
  private static final String DEFAULT = "Default";
  private static final String DESCRIPTION = "Description";
  private static final String RETAIN = "Retain";

  private TableTemplate() {}

  /**
   * The template.
   *
   * @param prefix what the parameter has when nobody sets it
   */
  public static Map<String, @Nullable Object> of(
      Collection<TableDefinition> tables, String prefix) {
    Map<String, Object> resources = new LinkedHashMap<>();
    Map<String, Object> outputs = new LinkedHashMap<>();
    for (TableDefinition table : tables) {
      String id = logicalId(table.name());
      resources.put(id, resource(table));
      table.stream().ifPresent(view -> outputs.put(id + "Stream", stream(table, id)));
    }
    JsonFields template =
        JsonFields.of("AWSTemplateFormatVersion", "2010-09-09")
            .and(DESCRIPTION, "The DynamoDB tables of Tributary.")
            .and("Parameters", parameters(prefix))
            .and("Resources", resources);
    // CloudFormation takes no empty outputs
    return outputs.isEmpty() ? template.map() : template.and("Outputs", outputs).map();
  }

  private static Map<String, @Nullable Object> parameters(String prefix) {
    return JsonFields.of(
            PREFIX,
            JsonFields.of(TYPE, "String")
                .and(DEFAULT, prefix)
                .and("AllowedPattern", "[A-Za-z0-9_.-]*")
                .and(DESCRIPTION, "Before the name of every table: the setting table.prefix.")
                .map())
        .and(
            PROTECTION,
            JsonFields.of(TYPE, "String")
                .and(DEFAULT, "true")
                .and("AllowedValues", List.of("true", "false"))
                .and(DESCRIPTION, "Whether DynamoDB refuses to delete the tables.")
                .map())
        .map();
  }

  private static Map<String, @Nullable Object> resource(TableDefinition table) {
    return JsonFields.of(TYPE, "AWS::DynamoDB::Table")
        .and("DeletionPolicy", RETAIN)
        .and("UpdateReplacePolicy", RETAIN)
        .and("Properties", properties(table))
        .map();
  }

  private static Map<String, @Nullable Object> properties(TableDefinition table) {
    JsonFields properties =
        JsonFields.of("TableName", Map.of("Fn::Sub", "${" + PREFIX + '}' + table.name()))
            .and("BillingMode", "PAY_PER_REQUEST")
            .and(
                "AttributeDefinitions",
                table.keyAttributes().stream().map(TableTemplate::attribute).toList())
            .and("KeySchema", schema(table.key()));
    indexes(properties, "GlobalSecondaryIndexes", table.indexes());
    indexes(properties, "LocalSecondaryIndexes", table.localIndexes());
    table
        .ttlAttribute()
        .ifPresent(
            name ->
                properties.and(
                    "TimeToLiveSpecification",
                    JsonFields.of("AttributeName", name).and("Enabled", true).map()));
    table.stream()
        .ifPresent(view -> properties.and("StreamSpecification", Map.of("StreamViewType", view)));
    if (table.pointInTimeRecovery()) {
      properties.and(
          "PointInTimeRecoverySpecification", Map.of("PointInTimeRecoveryEnabled", true));
    }
    return properties.and("DeletionProtectionEnabled", Map.of("Ref", PROTECTION)).map();
  }

  private static void indexes(JsonFields properties, String name, List<IndexDefinition> indexes) {
    if (!indexes.isEmpty()) {
      properties.and(name, indexes.stream().map(TableTemplate::index).toList());
    }
  }

  private static Map<String, @Nullable Object> index(IndexDefinition index) {
    return JsonFields.of("IndexName", index.name())
        .and("KeySchema", schema(index.key()))
        .and("Projection", Map.of("ProjectionType", "ALL"))
        .map();
  }

  private static List<Map<String, @Nullable Object>> schema(TableKey key) {
    List<Map<String, @Nullable Object>> schema = new ArrayList<>();
    schema.add(keyPart(key.partition(), "HASH"));
    key.sort().ifPresent(sort -> schema.add(keyPart(sort, "RANGE")));
    return schema;
  }

  private static Map<String, @Nullable Object> keyPart(KeyAttribute attribute, String type) {
    return JsonFields.of("AttributeName", attribute.name()).and("KeyType", type).map();
  }

  private static Map<String, @Nullable Object> attribute(KeyAttribute attribute) {
    String type =
        switch (attribute.type()) {
          case STRING -> "S";
          case NUMBER -> "N";
        };
    return JsonFields.of("AttributeName", attribute.name()).and("AttributeType", type).map();
  }

  private static Map<String, @Nullable Object> stream(TableDefinition table, String id) {
    return JsonFields.of(DESCRIPTION, "ARN of the stream of " + table.name() + '.')
        .and("Value", Map.of("Fn::GetAtt", List.of(id, "StreamArn")))
        .map();
  }

  /** Letters and digits alone, as CloudFormation wants them. */
  private static String logicalId(String table) {
    StringBuilder id = new StringBuilder();
    for (String word : table.split("[^A-Za-z0-9]", -1)) {
      id.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return id.toString();
  }
}

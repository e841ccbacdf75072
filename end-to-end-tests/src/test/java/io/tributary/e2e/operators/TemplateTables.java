package io.tributary.e2e.operators;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/** Makes tables from a CloudFormation template, as CloudFormation would, with the plain SDK. */
final class TemplateTables {

  private static final String PREFIX = "${Prefix}";

  private final DynamoDbClient client;
  private final String prefix;

  TemplateTables(DynamoDbClient client, String prefix) {
    this.client = client;
    this.prefix = prefix;
  }

  /** Every table of the template. */
  void create(JsonNode template) {
    for (JsonNode resource : template.get("Resources")) {
      if (!resource.get("Type").asText().equals("AWS::DynamoDB::Table")) {
        throw new IllegalArgumentException("no table: " + resource);
      }
      create(resource.get("Properties"), template.get("Parameters"));
    }
  }

  /** A table of two texts and nothing else. */
  static CreateTableRequest bare(String name, String partition, String sort) {
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode("PAY_PER_REQUEST")
        .attributeDefinitions(text(partition), text(sort))
        .keySchema(part(partition, "HASH"), part(sort, "RANGE"))
        .build();
  }

  private void create(JsonNode properties, JsonNode parameters) {
    String name = properties.at("/TableName/Fn::Sub").asText().replace(PREFIX, prefix);
    CreateTableRequest.Builder table =
        CreateTableRequest.builder()
            .tableName(name)
            .billingMode(properties.get("BillingMode").asText())
            .attributeDefinitions(
                list(
                    properties.get("AttributeDefinitions"),
                    each ->
                        AttributeDefinition.builder()
                            .attributeName(each.get("AttributeName").asText())
                            .attributeType(each.get("AttributeType").asText())
                            .build()))
            .keySchema(schema(properties))
            .deletionProtectionEnabled(
                parameters
                    .path(properties.at("/DeletionProtectionEnabled/Ref").asText())
                    .get("Default")
                    .asBoolean());
    indexes(properties, table);
    if (properties.has("StreamSpecification")) {
      String view = properties.at("/StreamSpecification/StreamViewType").asText();
      table.streamSpecification(stream -> stream.streamEnabled(true).streamViewType(view));
    }
    client.createTable(table.build());
    if (properties.has("TimeToLiveSpecification")) {
      JsonNode ttl = properties.get("TimeToLiveSpecification");
      client.updateTimeToLive(
          request ->
              request
                  .tableName(name)
                  .timeToLiveSpecification(
                      spec ->
                          spec.attributeName(ttl.get("AttributeName").asText())
                              .enabled(ttl.get("Enabled").asBoolean())));
    }
  }

  private static void indexes(JsonNode properties, CreateTableRequest.Builder table) {
    if (properties.has("GlobalSecondaryIndexes")) {
      table.globalSecondaryIndexes(
          list(
              properties.get("GlobalSecondaryIndexes"),
              each ->
                  GlobalSecondaryIndex.builder()
                      .indexName(each.get("IndexName").asText())
                      .keySchema(schema(each))
                      .projection(projection(each))
                      .build()));
    }
    if (properties.has("LocalSecondaryIndexes")) {
      table.localSecondaryIndexes(
          list(
              properties.get("LocalSecondaryIndexes"),
              each ->
                  LocalSecondaryIndex.builder()
                      .indexName(each.get("IndexName").asText())
                      .keySchema(schema(each))
                      .projection(projection(each))
                      .build()));
    }
  }

  private static Projection projection(JsonNode index) {
    return Projection.builder()
        .projectionType(index.at("/Projection/ProjectionType").asText())
        .build();
  }

  private static List<KeySchemaElement> schema(JsonNode of) {
    return list(
        of.get("KeySchema"),
        each -> part(each.get("AttributeName").asText(), each.get("KeyType").asText()));
  }

  private static KeySchemaElement part(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  private static <T> List<T> list(JsonNode array, Function<JsonNode, T> one) {
    List<T> all = new ArrayList<>();
    array.forEach(each -> all.add(one.apply(each)));
    return all;
  }
}

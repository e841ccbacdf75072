package io.tributary.sink.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Differences between a definition and what DescribeTable shows. */
final class TableDrift {

  private final String subject;
  private final List<String> findings = new ArrayList<>();

  private TableDrift(String subject) {
    this.subject = subject;
  }

  static List<String> of(String name, TableDefinition wanted, TableDescription found) {
    TableDrift drift = new TableDrift("table " + name);
    drift.compareKey(wanted.key(), found);
    drift.compareIndexes(wanted, found);
    BillingMode billing =
        found.billingModeSummary() == null
            ? BillingMode.PROVISIONED
            : found.billingModeSummary().billingMode();
    drift.compare("billing mode", BillingMode.PAY_PER_REQUEST, billing);
    wanted.stream().ifPresent(view -> drift.compareStream(view, found));
    return drift.findings;
  }

  /** Differences of the table's own key: writes need no more. */
  static List<String> ofKey(String name, TableDefinition wanted, TableDescription found) {
    TableDrift drift = new TableDrift("table " + name);
    drift.compareKey(wanted.key(), found);
    return drift.findings;
  }

  /** View of the table's stream, if it has one. */
  static Optional<String> streamView(TableDescription found) {
    return Optional.ofNullable(found.streamSpecification())
        .filter(stream -> Boolean.TRUE.equals(stream.streamEnabled()))
        .map(StreamSpecification::streamViewTypeAsString);
  }

  /** A stream that the definition lacks is not a difference. */
  private void compareStream(StreamView wanted, TableDescription found) {
    streamView(found)
        .ifPresentOrElse(
            view -> compare("a stream of", wanted.name(), view),
            () -> add("has no stream, the definition says one of " + wanted));
  }

  private void compareKey(TableKey wanted, TableDescription found) {
    compare("key", DynamoKeys.describe(wanted), DynamoKeys.describe(found.keySchema()));
    compareTypes(wanted.attributes(), found);
  }

  private void compareTypes(List<KeyAttribute> wanted, TableDescription found) {
    Map<String, String> types =
        found.attributeDefinitions().stream()
            .collect(
                Collectors.toMap(
                    AttributeDefinition::attributeName,
                    AttributeDefinition::attributeTypeAsString));
    for (KeyAttribute attribute : wanted) {
      String type = types.getOrDefault(attribute.name(), "not a key attribute");
      compare("type of " + attribute.name(), DynamoKeys.type(attribute.type()).toString(), type);
    }
  }

  private void compareIndexes(TableDefinition wanted, TableDescription found) {
    Map<String, FoundIndex> globals =
        byName(found.globalSecondaryIndexes().stream().map(FoundIndex::of));
    Map<String, FoundIndex> locals =
        byName(found.localSecondaryIndexes().stream().map(FoundIndex::of));
    Stream<IndexDefinition> present =
        Stream.concat(
            wanted.indexes().stream().filter(index -> globals.containsKey(index.name())),
            wanted.localIndexes().stream().filter(index -> locals.containsKey(index.name())));
    compareTypes(onlyInIndexes(present, wanted.key()), found);
    compareIndexes("index ", wanted.indexes(), globals, ", which must be added to it");
    compareIndexes(
        "local index ",
        wanted.localIndexes(),
        locals,
        ", which only a new table can get: it must be made again");
  }

  private void compareIndexes(
      String kind, List<IndexDefinition> wanted, Map<String, FoundIndex> found, String remedy) {
    Set<String> extra = new TreeSet<>(found.keySet());
    wanted.forEach(index -> extra.remove(index.name()));
    extra.forEach(name -> add("has " + kind + name + ", the definition does not"));
    for (IndexDefinition index : wanted) {
      Optional.ofNullable(found.get(index.name()))
          .ifPresentOrElse(
              present -> compareIndex(kind + index.name(), index, present),
              () -> add("has no " + kind + index.name() + remedy));
    }
  }

  private static List<KeyAttribute> onlyInIndexes(Stream<IndexDefinition> indexes, TableKey key) {
    return indexes
        .flatMap(index -> index.key().attributes().stream())
        .filter(attribute -> !key.attributes().contains(attribute))
        .distinct()
        .toList();
  }

  private static Map<String, FoundIndex> byName(Stream<FoundIndex> indexes) {
    return indexes.collect(Collectors.toMap(FoundIndex::name, Function.identity()));
  }

  private void compareIndex(String index, IndexDefinition wanted, FoundIndex found) {
    compare(
        "key of " + index, DynamoKeys.describe(wanted.key()), DynamoKeys.describe(found.schema()));
    compare("projection of " + index, ProjectionType.ALL, found.projection().projectionType());
  }

  /** Common description of both kinds of indexes. */
  private record FoundIndex(String name, List<KeySchemaElement> schema, Projection projection) {

    static FoundIndex of(GlobalSecondaryIndexDescription index) {
      return new FoundIndex(index.indexName(), index.keySchema(), index.projection());
    }

    static FoundIndex of(LocalSecondaryIndexDescription index) {
      return new FoundIndex(index.indexName(), index.keySchema(), index.projection());
    }
  }

  private void compare(String property, Object wanted, Object found) {
    if (!wanted.equals(found)) {
      add("has " + property + " " + found + ", the definition says " + wanted);
    }
  }

  private void add(String finding) {
    findings.add(subject + " " + finding);
  }
}

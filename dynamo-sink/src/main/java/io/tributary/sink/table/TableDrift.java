package io.tributary.sink.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
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
    if (found.hasLocalSecondaryIndexes() && !found.localSecondaryIndexes().isEmpty()) {
      drift.add("has local secondary indexes, the definition none");
    }
    return drift.findings;
  }

  /** Of the table's own key, without those of its indexes: writes need no more. */
  static List<String> ofKey(String name, TableDefinition wanted, TableDescription found) {
    TableDrift drift = new TableDrift("table " + name);
    drift.compareKey(wanted.key(), found);
    return drift.findings;
  }

  /** What the table's stream tells, if it has one. */
  static Optional<String> streamView(TableDescription found) {
    return Optional.ofNullable(found.streamSpecification())
        .filter(stream -> Boolean.TRUE.equals(stream.streamEnabled()))
        .map(StreamSpecification::streamViewTypeAsString);
  }

  /** A stream that nobody asked for harms nobody. */
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
    Map<String, IndexDefinition> wantedIndexes =
        wanted.indexes().stream()
            .collect(Collectors.toMap(IndexDefinition::name, Function.identity()));
    Map<String, GlobalSecondaryIndexDescription> foundIndexes = new TreeMap<>();
    found.globalSecondaryIndexes().forEach(index -> foundIndexes.put(index.indexName(), index));
    for (String extra : new TreeSet<>(foundIndexes.keySet())) {
      if (!wantedIndexes.containsKey(extra)) {
        add("has index " + extra + ", the definition does not");
      }
    }
    compareTypes(onlyInIndexes(wanted, foundIndexes.keySet()), found);
    for (IndexDefinition index : wanted.indexes()) {
      Optional.ofNullable(foundIndexes.get(index.name()))
          .ifPresentOrElse(
              description -> compareIndex(index, description),
              () -> add("has no index " + index.name() + ", which must be added to it"));
    }
  }

  private static List<KeyAttribute> onlyInIndexes(TableDefinition wanted, Set<String> indexes) {
    return wanted.indexes().stream()
        .filter(index -> indexes.contains(index.name()))
        .flatMap(index -> index.key().attributes().stream())
        .filter(attribute -> !wanted.key().attributes().contains(attribute))
        .distinct()
        .toList();
  }

  private void compareIndex(IndexDefinition wanted, GlobalSecondaryIndexDescription found) {
    List<KeySchemaElement> schema = found.keySchema();
    compare(
        "key of index " + wanted.name(),
        DynamoKeys.describe(wanted.key()),
        DynamoKeys.describe(schema));
    compare(
        "projection of index " + wanted.name(),
        ProjectionType.ALL,
        found.projection().projectionType());
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

package io.tributary.sink.table;

import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Differences between a definition and DescribeTable's answer. */
final class TableDrift {

  private final KeyComparison table;

  private TableDrift(KeyComparison table) {
    this.table = table;
  }

  static List<String> of(String name, TableDefinition wanted, TableDescription found) {
    TableDrift drift = new TableDrift(new KeyComparison(name));
    drift.table.compareKey(wanted.key(), found);
    drift.compareIndexes(wanted, found);
    BillingMode billing =
        found.billingModeSummary() == null
            ? BillingMode.PROVISIONED
            : found.billingModeSummary().billingMode();
    drift.table.compare("billing mode", BillingMode.PAY_PER_REQUEST, billing);
    wanted.stream().ifPresent(view -> drift.compareStream(view, found));
    return drift.table.differences();
  }

  static Optional<String> streamView(TableDescription found) {
    return Optional.ofNullable(found.streamSpecification())
        .filter(stream -> Boolean.TRUE.equals(stream.streamEnabled()))
        .map(StreamSpecification::streamViewTypeAsString);
  }

  /** A stream that the definition lacks is not a difference. */
  private void compareStream(String wanted, TableDescription found) {
    streamView(found)
        .ifPresentOrElse(
            view -> table.compare("a stream of", wanted, view),
            () -> table.add("has no stream, the definition says one of " + wanted));
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
    table.compareTypes(onlyInIndexes(present, wanted.key()), found);
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
    extra.forEach(name -> table.add("has " + kind + name + ", the definition does not"));
    for (IndexDefinition index : wanted) {
      Optional.ofNullable(found.get(index.name()))
          .ifPresentOrElse(
              present -> compareIndex(kind + index.name(), index, present),
              () -> table.add("has no " + kind + index.name() + remedy));
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
    table.compare(
        "key of " + index, DynamoKeys.describe(wanted.key()), DynamoKeys.describe(found.schema()));
    table.compare(
        "projection of " + index, ProjectionType.ALL, found.projection().projectionType());
  }

  private record FoundIndex(String name, List<KeySchemaElement> schema, Projection projection) {

    static FoundIndex of(GlobalSecondaryIndexDescription index) {
      return new FoundIndex(index.indexName(), index.keySchema(), index.projection());
    }

    static FoundIndex of(LocalSecondaryIndexDescription index) {
      return new FoundIndex(index.indexName(), index.keySchema(), index.projection());
    }
  }
}

package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.verify.ItemKey;
import io.tributary.schemas.item.Attributes;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.consume.RouteTable;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Items that the sink writes for a record. */
final class RecordItems {

  /**
   * An item of a record.
   *
   * @param removed true where the record removes it
   * @param revision empty for items that are written once
   */
  record Written(ItemKey key, boolean removed, OptionalLong revision) {

    /** State of the item in its table after the sink has finished the record. */
    String state(Optional<ObjectNode> item) {
      if (item.isEmpty()) {
        return removed ? "removed" : "absent";
      }
      long found = item.get().path(Attributes.REVISION).asLong();
      if (revision.isPresent() && found != revision.getAsLong()) {
        return found > revision.getAsLong() ? "replaced" : "older";
      }
      return removed ? "present" : "stored";
    }
  }

  private final RouteTable routes;
  private final Map<String, TableDefinition> tables;
  private final Cases cases = new Cases();

  RecordItems(RouteTable routes, Set<Family> families) {
    this.routes = routes;
    this.tables =
        SinkPipeline.tables(families).stream()
            .collect(Collectors.toMap(TableDefinition::name, Function.identity()));
  }

  /** Items of a record of a topic that the sink reads; none if it cannot be stored. */
  List<Written> of(ConsumerRecord<byte[], byte[]> record) {
    return routes.decode(record) instanceof Decoded.Write write
        ? write.write().match(cases)
        : List.of();
  }

  private final class Cases implements ItemWrite.Cases<List<Written>> {

    @Override
    public List<Written> claimedPut(ClaimedPut put) {
      return Stream.of(
              written(put.table(), put.item(), false, OptionalLong.empty()),
              written(put.claim().rule().table(), put.claim().row(), false, OptionalLong.empty()))
          .toList();
    }

    @Override
    public List<Written> plainPut(PlainPut put) {
      return List.of(written(put.table(), put.item(), false, OptionalLong.empty()));
    }

    @Override
    public List<Written> versionedPut(VersionedPut put) {
      return put.items().stream()
          .map(item -> written(put.table(), item, false, revisionOf(item)))
          .toList();
    }

    @Override
    public List<Written> versionedDelete(VersionedDelete delete) {
      return delete.keys().stream()
          .map(key -> written(delete.table(), key, true, OptionalLong.of(delete.revision())))
          .toList();
    }

    @Override
    public List<Written> expiredDelete(ExpiredDelete delete) {
      return List.of(written(delete.table(), delete.key(), true, OptionalLong.empty()));
    }

    private Written written(String table, Item item, boolean removed, OptionalLong revision) {
      TableDefinition definition = tables.get(table);
      if (definition == null) {
        throw new IllegalStateException("no table " + table);
      }
      return new Written(ItemKey.of(definition, item.attributes()), removed, revision);
    }

    private static OptionalLong revisionOf(Item item) {
      return item.number(Attributes.REVISION).stream().mapToLong(Number::longValue).findFirst();
    }
  }
}

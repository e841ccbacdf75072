package io.tributary.operations.replay;

import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Estimates write units of new items: one per KiB begun, twice that in a transaction, and as much
 * again per index.
 */
public final class WriteUnits implements ItemWrite.Cases<Double> {

  private static final double KIB = 1024;
  private static final int IN_A_TRANSACTION = 2;

  private final Map<String, TableDefinition> tables;

  public WriteUnits(Collection<TableDefinition> tables) {
    this.tables =
        tables.stream().collect(Collectors.toMap(TableDefinition::name, Function.identity()));
  }

  @Override
  public Double claimedPut(ClaimedPut put) {
    double claim = units(put.claim().rule().table(), put.claim().row());
    return IN_A_TRANSACTION * (claim + units(put.table(), put.item()));
  }

  @Override
  public Double plainPut(PlainPut put) {
    return units(put.table(), put.item());
  }

  @Override
  public Double versionedPut(VersionedPut put) {
    double units = put.items().stream().mapToDouble(item -> units(put.table(), item)).sum();
    return put.items().size() == 1 ? units : IN_A_TRANSACTION * units;
  }

  @Override
  public Double versionedDelete(VersionedDelete delete) {
    return (double) delete.keys().size();
  }

  @Override
  public Double expiredDelete(ExpiredDelete delete) {
    return 1.0;
  }

  private double units(String table, Item item) {
    TableDefinition definition = tables.get(table);
    long indexes =
        definition == null
            ? 0
            : Stream.concat(definition.indexes().stream(), definition.localIndexes().stream())
                .filter(
                    index ->
                        index.key().attributes().stream()
                            .allMatch(key -> item.attributes().containsKey(key.name())))
                .count();
    return Math.ceil(item.bytes() / KIB) * (1 + indexes);
  }
}

package io.tributary.simulation.dynamo;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * The database: tables, and the streams that they have or had. For one thread; what happens in it
 * depends on requests and the clock alone. The order of an item's attributes means nothing.
 */
public final class SimulatedDynamo {

  private final InstantSource clock;
  private final Map<String, SimulatedTable> tables = new LinkedHashMap<>();
  private final Map<String, ChangeStream> streams = new LinkedHashMap<>();

  /** A database without tables, by that clock. */
  public SimulatedDynamo(InstantSource clock) {
    this.clock = clock;
  }

  /** Another database with the same tables and settings, and without items and changes. */
  public SimulatedDynamo emptied(InstantSource by) {
    SimulatedDynamo other = new SimulatedDynamo(by);
    tables.forEach(
        (name, table) -> {
          SimulatedTable copy = new SimulatedTable(table.shape());
          copy.expireBy(table.ttlAttribute());
          other.tables.put(name, copy);
          ChangeStream stream = table.stream();
          if (stream != null && stream.enabled()) {
            other.startStream(copy, stream.view().toString());
          }
        });
    return other;
  }

  /** Every item of the table of that full name, in the order of their keys. */
  public Collection<Map<String, AttributeValue>> items(String table) {
    return List.copyOf(table(table).items().values());
  }

  /** Names of all tables. */
  public Collection<String> tables() {
    return List.copyOf(tables.keySet());
  }

  /** Removes every expired item, as the service does sooner or later; returns how many. */
  public int expire(Instant now) {
    return expire(now, item -> true);
  }

  /** Removes the expired items that are chosen; returns how many. */
  public int expire(Instant now, Predicate<Map<String, AttributeValue>> chosen) {
    return tables.values().stream().mapToInt(table -> table.expire(now, chosen)).sum();
  }

  /** The stream of the table of that full name, which must have one. */
  public ChangeStream stream(String table) {
    ChangeStream stream = table(table).stream();
    if (stream == null) {
      throw new IllegalArgumentException(table + " has no stream");
    }
    return stream;
  }

  /** A ResourceNotFoundException if there is none. */
  SimulatedTable table(String name) {
    SimulatedTable table = tables.get(name);
    if (table == null) {
      throw DynamoErrors.notFound("Cannot do operations on a non-existent table");
    }
    return table;
  }

  @Nullable SimulatedTable find(String name) {
    return tables.get(name);
  }

  /** A ResourceNotFoundException if there is none. */
  ChangeStream streamOf(String arn) {
    ChangeStream stream = streams.get(arn);
    if (stream == null) {
      throw DynamoErrors.notFound("Requested resource not found: Stream: " + arn + " not found");
    }
    return stream;
  }

  InstantSource clock() {
    return clock;
  }

  SimulatedTable create(CreateTableRequest request) {
    String name = request.tableName();
    if (tables.containsKey(name)) {
      throw DynamoErrors.inUse("Cannot create preexisting table");
    }
    SimulatedTable table = new SimulatedTable(TableShape.of(request));
    tables.put(name, table);
    setStream(table, request.streamSpecification());
    return table;
  }

  void setStream(SimulatedTable table, @Nullable StreamSpecification wanted) {
    if (wanted == null) {
      return;
    }
    ChangeStream stream = table.stream();
    boolean on = stream != null && stream.enabled();
    if (on == wanted.streamEnabled()) {
      if (on) {
        throw DynamoErrors.invalid("Table already has an enabled stream: " + table.shape().name());
      }
    } else if (stream != null && on) {
      stream.disable();
    } else {
      startStream(table, wanted.streamViewTypeAsString());
    }
  }

  private void startStream(SimulatedTable table, String view) {
    String arn =
        "arn:aws:dynamodb:simulated:000000000000:table/%s/stream/%d"
            .formatted(table.shape().name(), streams.size() + 1);
    ChangeStream stream =
        new ChangeStream(arn, table.shape(), StreamViewType.fromValue(view), clock);
    streams.put(arn, stream);
    table.tellChangesTo(stream);
  }
}

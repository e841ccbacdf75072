package io.tributary.sink.table;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.settings.SinkSettings;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The sink's tables, and the connection to them. */
public final class DynamoTables implements Component {

  /** Advice for missing tables. */
  public static final String REMEDY =
      "run: tributary tables create; for one that was lost: tributary replay run --tables NAME";

  private static final int TRIES = 4;

  private final DynamoDbClient client;
  private final String prefix;
  private final List<TableDefinition> definitions;

  public DynamoTables(DynamoDbClient client, String prefix, List<TableDefinition> definitions) {
    this.client = client;
    this.prefix = prefix;
    this.definitions = List.copyOf(definitions);
  }

  public static DynamoTables of(
      Settings settings, RuntimeContext runtime, List<TableDefinition> definitions) {
    return of(settings, SinkSettings.tablePrefix(settings), runtime, definitions);
  }

  /** Tables with another prefix than the settings'. */
  public static DynamoTables of(
      Settings settings, String prefix, RuntimeContext runtime, List<TableDefinition> definitions) {
    return new DynamoTables(DynamoConnection.open(settings, runtime), prefix, definitions);
  }

  /** Fails when a table is missing or has another key. */
  @Override
  public void start() {
    List<String> findings = unusable(TRIES);
    if (!findings.isEmpty()) {
      throw new IllegalStateException(String.join("; ", findings) + " (" + REMEDY + ')');
    }
  }

  /** Asks again after a time-out, as where everything starts at once. */
  private List<String> unusable(int tries) {
    try {
      return unusable();
    } catch (ApiCallTimeoutException | ApiCallAttemptTimeoutException e) {
      if (tries == 1) {
        throw e;
      }
      return unusable(tries - 1);
    }
  }

  /** Obstacles to any write, in words: missing tables and other keys. */
  public List<String> unusable() {
    return definitions.stream().flatMap(table -> unusable(table).stream()).toList();
  }

  /** Obstacles to any write to the table of that name, without prefix. */
  public List<String> unusable(String table) {
    return definitions.stream()
        .filter(definition -> definition.name().equals(table))
        .flatMap(definition -> unusable(definition).stream())
        .toList();
  }

  private List<String> unusable(TableDefinition table) {
    String name = prefix + table.name();
    KeyComparison comparison = new KeyComparison(name);
    Optional<TableDescription> found = describe(client, name);
    if (found.isEmpty()) {
      return List.of(missing(name));
    }
    comparison.compareKey(table.key(), found.get());
    return comparison.differences();
  }

  /** Description of a table, unless it is missing. */
  public static Optional<TableDescription> describe(DynamoDbClient client, String name) {
    try {
      return Optional.of(client.describeTable(request -> request.tableName(name)).table());
    } catch (ResourceNotFoundException e) {
      return Optional.empty();
    }
  }

  public static String missing(String name) {
    return "table " + name + " does not exist";
  }

  public DynamoDbClient client() {
    return client;
  }

  public String prefix() {
    return prefix;
  }

  @Override
  public void close(Deadline deadline) {
    client.close();
  }
}

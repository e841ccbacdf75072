package io.tributary.sink.table;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.settings.SinkSettings;
import java.util.List;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The sink's tables, and the connection to them. */
public final class DynamoTables implements Component {

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
      Settings settings, Ambient ambient, List<TableDefinition> definitions) {
    return of(settings, SinkSettings.tablePrefix(settings), ambient, definitions);
  }

  /** Tables with another prefix than the settings'. */
  public static DynamoTables of(
      Settings settings, String prefix, Ambient ambient, List<TableDefinition> definitions) {
    return new DynamoTables(DynamoConnection.open(settings, ambient), prefix, definitions);
  }

  /** Fails when a table is missing or has another key. */
  @Override
  public void start() {
    List<String> findings = unusable(TRIES);
    if (!findings.isEmpty()) {
      throw new IllegalStateException(String.join("; ", findings) + " (" + TableAdmin.REMEDY + ')');
    }
  }

  /** Asks again after a time-out, as where everything starts at once. */
  private List<String> unusable(int tries) {
    try {
      return new TableAdmin(client, prefix).unusable(definitions);
    } catch (ApiCallTimeoutException | ApiCallAttemptTimeoutException e) {
      if (tries == 1) {
        throw e;
      }
      return unusable(tries - 1);
    }
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

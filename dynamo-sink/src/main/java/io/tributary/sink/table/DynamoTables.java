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

/** The tables that the sink writes, and its connection to them. */
public final class DynamoTables implements Component {

  private static final int TRIES = 4;

  private final DynamoDbClient client;
  private final String prefix;
  private final List<TableDefinition> definitions;

  /** Owns the client from now on. */
  public DynamoTables(DynamoDbClient client, String prefix, List<TableDefinition> definitions) {
    this.client = client;
    this.prefix = prefix;
    this.definitions = List.copyOf(definitions);
  }

  /** The tables at the endpoint that the settings name. */
  public static DynamoTables of(
      Settings settings, Ambient ambient, List<TableDefinition> definitions) {
    return of(settings, SinkSettings.tablePrefix(settings), ambient, definitions);
  }

  /** The same with another prefix than the settings have. */
  public static DynamoTables of(
      Settings settings, String prefix, Ambient ambient, List<TableDefinition> definitions) {
    return new DynamoTables(DynamoConnection.open(settings, ambient), prefix, definitions);
  }

  /** Fails when a table is missing or has another key, because then no record could be stored. */
  @Override
  public void start() {
    List<String> findings = unusable(TRIES);
    if (!findings.isEmpty()) {
      throw new IllegalStateException(String.join("; ", findings) + " (" + TableAdmin.REMEDY + ')');
    }
  }

  /** Asks again if no answer comes in time, as where everything starts at once. */
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

  /** Works until the close. */
  public DynamoDbClient client() {
    return client;
  }

  /** Put before the name of every table. */
  public String prefix() {
    return prefix;
  }

  @Override
  public void close(Deadline deadline) {
    client.close();
  }
}

package io.tributary.operations.status;

import io.tributary.operations.tables.TableAdmin;
import io.tributary.operations.tables.TableReport;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Compares the tables with their definitions. */
final class TablesReader implements Probe.Source<TableReport> {

  private final Settings settings;
  private final Ambient ambient;

  TablesReader(Settings settings, Ambient ambient) {
    this.settings = settings;
    this.ambient = ambient;
  }

  @Override
  public TableReport look() {
    try (DynamoDbClient client = DynamoConnection.open(settings, ambient)) {
      return new TableAdmin(client, SinkSettings.tablePrefix(settings))
          .check(SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES)));
    }
  }
}

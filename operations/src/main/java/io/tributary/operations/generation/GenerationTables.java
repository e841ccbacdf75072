package io.tributary.operations.generation;

import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.tables.TableAdmin;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableDefinition;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

public record GenerationTables(Cluster cluster, Settings settings, Ambient ambient) {

  /**
   * Refuses tables with items of another origin. A generation writes nothing before its processors
   * have committed.
   */
  public void requireOwn() throws InterruptedException {
    String processors = cluster.clients().group("processors");
    if (!cluster.queries().settled(processors).isEmpty()) {
      return;
    }
    List<String> filled = ask(TableAdmin::filled);
    if (!filled.isEmpty()) {
      throw OperationException.conflict(
          "generation %d has not begun, and its tables hold items of something else: %s; delete them, or make another --generation"
              .formatted(KafkaSettings.generation(settings), String.join(", ", filled)));
    }
  }

  public List<String> create() {
    return ask(TableAdmin::create);
  }

  /** Obstacles to writing. */
  public List<String> unusable() {
    return ask(TableAdmin::unusable);
  }

  private List<String> ask(
      BiFunction<TableAdmin, Collection<TableDefinition>, List<String>> question) {
    try (DynamoDbClient client = DynamoConnection.open(settings, ambient)) {
      TableAdmin admin = new TableAdmin(client, SinkSettings.tablePrefix(settings));
      return question.apply(admin, SinkPipeline.tables(cluster.clients().families()));
    }
  }
}

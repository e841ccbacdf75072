package io.tributary.operations.generation;

import io.tributary.gateway.GatewayFamilies;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

public record NextGeneration(Cluster cluster, Settings settings, RuntimeContext runtime) {

  /**
   * Refuses tables with items of another origin. A generation writes nothing before its processors
   * have committed.
   */
  public void requireOwn() throws InterruptedException {
    String processors = cluster.clients().group("processors");
    if (!cluster.queries().committed(processors).isEmpty()) {
      return;
    }
    List<String> filled = ask(TableAdmin::filled);
    if (!filled.isEmpty()) {
      throw OperationException.failed(
          "generation %d has not begun, and its tables hold items of something else: %s; delete them, or make another --generation"
              .formatted(KafkaSettings.generation(settings), String.join(", ", filled)));
    }
  }

  public List<String> createTables() {
    return ask(TableAdmin::create);
  }

  /** A generation of some families alone would leave the services of the others without topics. */
  public void requireWhole() throws InterruptedException {
    Set<String> there = KafkaAnswers.of(cluster.admin().listTopics().names());
    Stream<String> missing =
        GatewayFamilies.topics(settings).stream()
            .map(cluster.clients().topics()::of)
            .filter(topic -> !there.contains(topic))
            .map(topic -> "topic " + topic + " does not exist");
    Stream.concat(missing, ask(TableAdmin::unusable).stream())
        .findFirst()
        .ifPresent(
            first -> {
              throw OperationException.failed(
                  "generation %d is not whole: %s; `replay run --from facts` makes it"
                      .formatted(KafkaSettings.generation(settings), first));
            });
  }

  private List<String> ask(
      BiFunction<TableAdmin, Collection<TableDefinition>, List<String>> question) {
    try (DynamoDbClient client = DynamoConnection.open(settings, runtime)) {
      TableAdmin admin = new TableAdmin(client, SinkSettings.tablePrefix(settings));
      return question.apply(admin, SinkPipeline.tables(cluster.clients().families()));
    }
  }
}

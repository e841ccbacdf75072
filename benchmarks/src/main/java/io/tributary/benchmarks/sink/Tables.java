package io.tributary.benchmarks.sink;

import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.table.TableAdmin;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tables of the pipeline that are made and dropped, on a machine that may be busy. */
public final class Tables {

  private static final int MOST_TRIES = 10;

  private Tables() {}

  /** Every table's definition. */
  public static List<TableDefinition> all() {
    return SinkPipeline.tables(EnumSet.allOf(Family.class));
  }

  /** Makes those that are missing. An endpoint that has just started may take long to answer. */
  public static void create(
      DynamoDbClient client, String prefix, Collection<TableDefinition> tables) {
    patiently(() -> new TableAdmin(client, prefix).create(List.copyOf(tables)));
  }

  /** Drops those. */
  public static void drop(DynamoDbClient client, String prefix, Collection<String> tables) {
    for (String table : tables) {
      patiently(
          () -> {
            if (client.listTables().tableNames().contains(prefix + table)) {
              client.deleteTable(request -> request.tableName(prefix + table));
            }
          });
    }
  }

  private static void patiently(Runnable work) {
    for (int tried = 1; ; tried++) {
      try {
        work.run();
        return;
      } catch (SdkClientException e) {
        if (tried == MOST_TRIES) {
          throw e;
        }
      }
    }
  }
}

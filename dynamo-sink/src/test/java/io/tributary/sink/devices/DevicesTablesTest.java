package io.tributary.sink.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DevicesTablesTest {

  private static final IndexDefinition GSI1 =
      new IndexDefinition("gsi1", new TableKey(string("gsi1pk"), Optional.of(string("gsi1sk"))));

  @Test
  void shouldNameTheTablesThatTheSameRecordsWrite() {
    Set<Family> all = Set.of(Family.values());
    assertThat(SinkPipeline.withCompanions(all, Set.of("device_readings", "history")))
        .containsExactlyInAnyOrder("device_readings", "processed_batches", "history");
    assertThat(SinkPipeline.withCompanions(all, Set.of("processed_batches")))
        .containsExactlyInAnyOrder("device_readings", "processed_batches");
  }

  @Test
  void shouldDefineTheDocumentedTables() {
    assertThat(DevicesSink.FAMILY.tables())
        .containsExactly(
            new TableDefinition(
                "devices",
                new TableKey(string("hardware_id"), Optional.empty()),
                List.of(GSI1),
                Optional.empty(),
                true),
            new TableDefinition(
                "device_readings",
                new TableKey(string("hardware_id"), Optional.of(string("ts_batch"))),
                List.of(),
                Optional.of("expiration_time"),
                false),
            new TableDefinition(
                "processed_batches",
                new TableKey(string("batch_id"), Optional.empty()),
                List.of(),
                Optional.of("expiration_time"),
                false),
            new TableDefinition(
                "api_keys",
                new TableKey(string("key_id"), Optional.empty()),
                List.of(
                    new IndexDefinition(
                        "api_key_hash_index",
                        new TableKey(string("api_key_hash"), Optional.empty())),
                    GSI1),
                Optional.empty(),
                true));
  }

  private static KeyAttribute string(String name) {
    return new KeyAttribute(name, KeyAttribute.Type.STRING);
  }
}

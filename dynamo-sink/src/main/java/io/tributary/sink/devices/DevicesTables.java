package io.tributary.sink.devices;

import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.List;
import java.util.Optional;

final class DevicesTables {

  private static final String EXPIRY = "expiration_time";

  /** Index for lists by activity or age: a constant, and a time that sorts as text. */
  private static final IndexDefinition LISTING =
      new IndexDefinition("gsi1", TableKey.of("gsi1pk", "gsi1sk"));

  static final TableDefinition DEVICES =
      new TableDefinition(
          "devices", TableKey.of("hardware_id"), List.of(LISTING), Optional.empty(), true);

  static final TableDefinition DEVICE_READINGS =
      new TableDefinition(
          "device_readings",
          TableKey.of("hardware_id", "ts_batch"),
          List.of(),
          Optional.of(EXPIRY),
          false);

  static final TableDefinition PROCESSED_BATCHES =
      new TableDefinition(
          "processed_batches", TableKey.of("batch_id"), List.of(), Optional.of(EXPIRY), false);

  static final TableDefinition API_KEYS =
      new TableDefinition(
          "api_keys",
          TableKey.of("key_id"),
          List.of(new IndexDefinition("api_key_hash_index", TableKey.of("api_key_hash")), LISTING),
          Optional.empty(),
          true);

  static final List<TableDefinition> ALL =
      List.of(DEVICES, DEVICE_READINGS, PROCESSED_BATCHES, API_KEYS);

  private DevicesTables() {}
}

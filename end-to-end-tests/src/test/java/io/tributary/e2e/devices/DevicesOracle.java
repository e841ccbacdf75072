package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;

/**
 * What tables and topics of the family must hold after a set of requests: every reading of an
 * acknowledged request once, readings of a request without an answer perhaps, and nothing else.
 */
final class DevicesOracle {

  private static final long THIRTY_DAYS = 2_592_000;

  /** How much later than its last answer a request may still have been appended. */
  private static final Duration LATE = Duration.ofMinutes(1);

  private final Map<String, Map<String, Object>> must = new HashMap<>();
  private final Map<String, Map<String, Object>> may = new HashMap<>();
  private final Map<String, Instant> firstSent = new HashMap<>();
  private Instant lastSettled = Instant.EPOCH;

  /** Takes in what became of some uploads; none may have been refused. */
  void add(Collection<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      assertThat(delivery.refused()).as("refused: %s", delivery).isFalse();
      Map<String, Map<String, Object>> side = delivery.acknowledged() ? must : may;
      for (Map<String, Object> item : ReadingItems.ofRequest(delivery.upload().body())) {
        side.putIfAbsent(ReadingItems.keyOf(item), item);
        firstSent.merge(
            ReadingItems.batchIdOf(item), delivery.firstSent(), (a, b) -> a.isBefore(b) ? a : b);
      }
      if (delivery.settled().isAfter(lastSettled)) {
        lastSettled = delivery.settled();
      }
    }
  }

  /** How many readings must be there. */
  int size() {
    return must.size();
  }

  /** Both tables hold what they must and nothing else. */
  void checkTables(Tables tables) {
    Map<String, Map<String, Object>> readings = new HashMap<>();
    tables.scan("device_readings").forEach(item -> readings.put(ReadingItems.keyOf(item), item));
    Comparison.of(must, may, readings).requireNone("device_readings");

    Map<String, Map<String, Object>> batches = new HashMap<>();
    for (Map<String, Object> item : tables.scan("processed_batches")) {
      checkTimes(item);
      batches.put(ReadingItems.batchIdOf(item), item);
    }
    Comparison.of(batchRows(must), batchRows(may), batches).requireNone("processed_batches");
    assertThat(batches.keySet())
        .as("a row of processed_batches for each of device_readings")
        .hasSameSizeAs(readings.keySet());
  }

  /**
   * {@code devices.readings} holds every reading once: per device the first occurrence of each
   * batch id in {@code devices.batches}, in that order.
   */
  void checkTopics(Topics topics, AvroFiles avro) {
    Map<String, List<Map<String, Object>>> expected = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    for (TopicRecord fact : topics.read("devices.batches")) {
      GenericRecord value = avro.decode(fact.raw().value());
      String device = value.get("hardware_id").toString();
      for (Object reading : (Collection<?>) value.get("readings")) {
        Map<String, Object> item = ReadingItems.ofRecord((GenericRecord) reading, device);
        if (seen.add(device + " " + ReadingItems.batchIdOf(item))) {
          expected.computeIfAbsent(device, any -> new ArrayList<>()).add(item);
        }
      }
    }
    Map<String, List<Map<String, Object>>> found = new TreeMap<>();
    Map<String, Map<String, Object>> flat = new LinkedHashMap<>();
    for (TopicRecord record : topics.read("devices.readings")) {
      Map<String, Object> item = ReadingItems.ofRecord(avro.decode(record.raw().value()));
      assertThat(record.key()).isEqualTo(ReadingItems.keyOf(item));
      found
          .computeIfAbsent(String.valueOf(item.get("hardware_id")), any -> new ArrayList<>())
          .add(item);
      flat.put(ReadingItems.keyOf(item), item);
    }
    Comparison.of(must, may, flat).requireNone("devices.readings");
    expected.forEach(
        (device, items) ->
            assertThat(found.getOrDefault(device, List.of()))
                .as("devices.readings of %s", device)
                .isEqualTo(items));
    assertThat(found.keySet()).isEqualTo(expected.keySet());
  }

  private void checkTimes(Map<String, Object> batch) {
    String receivedAt = String.valueOf(batch.remove("received_at"));
    assertThat(receivedAt).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    long received = Instant.parse(receivedAt).getEpochSecond();
    assertThat((BigDecimal) batch.remove("expiration_time"))
        .isEqualTo(PlainItem.number(received + THIRTY_DAYS));
    Instant sent = firstSent.get(ReadingItems.batchIdOf(batch));
    if (sent != null) {
      assertThat(received)
          .as("received_at of %s", batch)
          .isBetween(sent.getEpochSecond(), lastSettled.plus(LATE).getEpochSecond());
    }
  }

  private static Map<String, Map<String, Object>> batchRows(
      Map<String, Map<String, Object>> readings) {
    Map<String, Map<String, Object>> rows = new HashMap<>();
    readings
        .values()
        .forEach(
            item -> {
              Map<String, Object> row = new TreeMap<>();
              row.put("batch_id", ReadingItems.batchIdOf(item));
              row.put("hardware_id", item.get("hardware_id"));
              rows.put(ReadingItems.batchIdOf(item), row);
            });
    return rows;
  }
}

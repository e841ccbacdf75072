package io.tributary.simulation;

import io.tributary.simulation.dynamo.SimulatedDynamo;
import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Plain;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the simulated cluster and tables hold, as models read it. */
final class DrainedContents implements Contents {

  private final Log log;
  private final SimulatedDynamo dynamo;
  private final Function<String, List<String>> keyOf;
  private final Map<String, List<LogRecord>> topics = new HashMap<>();
  private final Map<String, Map<List<Object>, Map<String, Object>>> tables = new HashMap<>();

  /**
   * Contents that do not change any more.
   *
   * @param keyOf names of a table's key attributes, hash key first
   */
  DrainedContents(Log log, SimulatedDynamo dynamo, Function<String, List<String>> keyOf) {
    this.log = log;
    this.dynamo = dynamo;
    this.keyOf = keyOf;
  }

  @Override
  public List<LogRecord> topic(String name) {
    return topics.computeIfAbsent(name, this::readTopic);
  }

  private List<LogRecord> readTopic(String name) {
    List<LogRecord> records = new ArrayList<>();
    for (int i = 0; i < log.partitions(name); i++) {
      log.committed(new TopicPartition(name, i)).forEach(record -> records.add(plain(record)));
    }
    return records;
  }

  private static LogRecord plain(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header each : record.headers()) {
      headers.put(each.key(), new String(each.value(), StandardCharsets.UTF_8));
    }
    return new LogRecord(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
        record.value() == null ? null : ByteBuffer.wrap(record.value()),
        headers);
  }

  @Override
  public Map<List<Object>, Map<String, Object>> table(String name) {
    return tables.computeIfAbsent(name, this::readTable);
  }

  private Map<List<Object>, Map<String, Object>> readTable(String name) {
    Map<List<Object>, Map<String, Object>> items = new LinkedHashMap<>();
    List<String> key = keyOf.apply(name);
    for (Map<String, AttributeValue> each : dynamo.items(name)) {
      Map<String, Object> item = plain(each);
      items.put(key.stream().map(item::get).toList(), item);
    }
    return items;
  }

  private static Map<String, Object> plain(Map<String, AttributeValue> attributes) {
    Map<String, Object> plain = new TreeMap<>();
    attributes.forEach((name, value) -> plain.put(name, plain(value)));
    return plain;
  }

  private static Object plain(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> Plain.normal(new BigDecimal(value.n()));
      case BOOL -> value.bool();
      case NUL -> Plain.Null.NULL;
      case M -> plain(value.m());
      case L -> value.l().stream().map(DrainedContents::plain).toList();
      default -> throw new IllegalArgumentException("no item of ours has a " + value.type());
    };
  }
}

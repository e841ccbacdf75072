package io.tributary.e2e.consumers;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ConfluentRegistry;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Topics read by Kafka's plain consumer, and values by Avro's generic reader. */
final class PlainReader {

  private final Topics topics;
  private final AvroFiles files = new AvroFiles();
  private final Optional<ConfluentRegistry> registry;

  PlainReader(Topics topics, Optional<ConfluentRegistry> registry) {
    this.topics = topics;
    this.registry = registry;
  }

  /** Every committed record of these topics now, those of a partition in their order. */
  List<Printed> read(List<String> names) {
    return names.stream()
        .flatMap(name -> topics.read(name).stream())
        .sorted(Comparator.comparingLong(record -> record.raw().offset()))
        .map(record -> Printed.of(record, value(record)))
        .toList();
  }

  private String value(TopicRecord record) {
    byte[] bytes = record.raw().value();
    if (bytes == null) {
      return "null";
    }
    return registry.map(ids -> ids.decode(bytes)).orElseGet(() -> files.decode(bytes)).toString();
  }
}

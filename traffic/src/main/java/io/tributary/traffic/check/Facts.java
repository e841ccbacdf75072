package io.tributary.traffic.check;

import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.avro.SingleObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;

/** Facts of a topic. */
public final class Facts {

  private Facts() {}

  /**
   * A fact that processors can take.
   *
   * @param record that holds it
   */
  public record Fact(LogRecord record, GenericRecord value) {}

  /**
   * The facts of a topic, each partition in the order of its log. What is no value of the type, and
   * what is not under the key that it implies, is expected among the dead letters instead.
   *
   * @param type simple name of the values' schema
   * @param key that a value implies; empty when one of its parts breaks a rule
   */
  public static List<Fact> read(
      Contents contents,
      String topic,
      String type,
      Function<GenericRecord, Optional<String>> key,
      DeadLetters deadLetters) {
    List<Fact> facts = new ArrayList<>();
    for (LogRecord record : contents.topic(topic)) {
      Optional<GenericRecord> value = SingleObject.decode(record, type);
      if (value.isEmpty()) {
        deadLetters.expect(record, "UNDECODABLE");
      } else if (!key.apply(value.get()).equals(Optional.of(record.key()))) {
        deadLetters.expect(record, "INVALID_KEY");
      } else {
        facts.add(new Fact(record, value.get()));
      }
    }
    return facts;
  }
}

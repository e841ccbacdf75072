package io.tributary.traffic.check;

import io.tributary.schemas.topic.Family;
import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Dead letters that a family must have. */
public final class DeadLetters {

  private static final Set<String> OF_THE_TABLE = Set.of("BATCH_ID_REUSED", "ITEM_REJECTED");
  private static final String FACT_ID = "tributary-fact-id";

  private final Map<String, LogRecord> origins = new HashMap<>();
  private final Map<String, String> codes = new HashMap<>();

  /** Adds a record that must be among the dead letters, once. */
  public void expect(LogRecord origin, String code) {
    origins.put(origin.place(), origin);
    codes.put(origin.place(), code);
  }

  /** Codes by place of the record. */
  public Map<String, String> codes() {
    return codes;
  }

  /**
   * Adds violations unless the topic holds each of them once, with its code and stage and the
   * origin's key, value and fact id, and no other.
   */
  public void check(Contents contents, Family family, Violations violations) {
    String topic = family.label() + ".dead-letters";
    Map<String, String> found = new HashMap<>();
    for (LogRecord letter : contents.topic(topic)) {
      String origin = letter.header("tributary-origin").orElse("");
      String code = letter.header("tributary-code").orElse("");
      if (found.put(origin, code) != null) {
        violations.add(topic + ": twice " + origin + " " + code);
      }
      LogRecord expected = origins.get(origin);
      if (expected != null && !isKept(letter, expected, code)) {
        violations.add(topic + ": " + letter.place() + " is not as " + origin);
      }
    }
    violations.compare(topic, codes, found);
  }

  private static boolean isKept(LogRecord letter, LogRecord origin, String code) {
    return letter.key().equals(origin.key())
        && (letter.value() == null ? origin.value() == null : letter.value().equals(origin.value()))
        && letter.header(FACT_ID).equals(origin.header(FACT_ID))
        && letter.header("tributary-stage").orElse("").equals(stage(code));
  }

  private static String stage(String code) {
    return switch (code) {
      case "UNDECODABLE" -> "decode";
      case "RECORD_UNDECODABLE" -> "sink-decode";
      default -> OF_THE_TABLE.contains(code) ? "store" : "process";
    };
  }
}

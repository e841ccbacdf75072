package io.tributary.harness.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What has become of facts that waited in vain, or for whom there is nothing to do. */
public final class LostFacts {

  private LostFacts() {}

  /** Nothing waits any more. */
  public static void requireNoWaits(Topics topics, String topic) {
    Map<String, TopicRecord> last = new HashMap<>();
    topics.read(topic).forEach(record -> last.put(record.key(), record));
    assertThat(last.values())
        .as(topic)
        .allSatisfy(record -> assertThat(record.raw().value()).as(record.key()).isNull());
  }

  /**
   * Each of those facts is a dead letter, once and as it came, and there is no other.
   *
   * @param lost by their places
   */
  public static void requireDeadLetters(
      Topics topics, String topic, Map<String, TopicRecord> lost) {
    List<TopicRecord> letters = topics.read(topic);
    Map<String, Long> origins =
        letters.stream().collect(Collectors.groupingBy(LostFacts::origin, Collectors.counting()));
    Map<String, Long> once = new HashMap<>();
    lost.keySet().forEach(place -> once.put(place, 1L));
    Comparison.of(once, Map.of(), origins).requireNone("origins of " + topic);
    for (TopicRecord letter : letters) {
      TopicRecord fact = Objects.requireNonNull(lost.get(origin(letter)));
      assertThat(letter.header("tributary-code")).contains("MESSAGE_NOT_FOUND");
      assertThat(letter.header("tributary-stage")).contains("process");
      assertThat(letter.raw().key()).isEqualTo(fact.raw().key());
      assertThat(letter.raw().value()).isEqualTo(fact.raw().value());
      assertThat(letter.header("tributary-fact-id")).isEqualTo(fact.header("tributary-fact-id"));
    }
  }

  private static String origin(TopicRecord letter) {
    return letter.header("tributary-origin").orElse("");
  }
}

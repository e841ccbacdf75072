package io.tributary.operations.drain;

import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets that were removed from a topic before their stage read them.
 *
 * @param offsets their count, markers of transactions included
 */
public record LogGap(TopicPartition partition, long offsets) {

  /**
   * Gaps between commits and logs. A marker of a transaction is no record: behind the last one it
   * is never committed.
   *
   * @param starts first offsets of logs
   * @param committed offsets of the stage's group
   */
  public static List<LogGap> between(
      DrainStage.Consuming stage,
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> committed,
      TopicNaming naming) {
    return committed.entrySet().stream()
        .filter(commit -> stage.topics().contains(commit.getKey().topic()))
        .map(
            commit ->
                new LogGap(
                    commit.getKey(), starts.getOrDefault(commit.getKey(), 0L) - commit.getValue()))
        .filter(gap -> gap.offsets() > markers(gap.partition().topic(), naming))
        .sorted(
            Comparator.comparing((LogGap gap) -> gap.partition().topic())
                .thenComparing(gap -> gap.partition().partition()))
        .toList();
  }

  private static int markers(String name, TopicNaming naming) {
    return Topics.all().stream()
            .filter(topic -> naming.of(topic).equals(name))
            .anyMatch(Topics::inTransactions)
        ? 1
        : 0;
  }

  @Override
  public String toString() {
    return "%s: %d".formatted(partition, offsets);
  }
}

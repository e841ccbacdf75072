package io.tributary.operations.verify;

import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.route.ItemRoute;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * Checks by the commits of the sink whether topics can have filled the tables. Topics of another
 * cluster, or created again after a loss, tell of no item, and a repair by them would delete
 * everything.
 */
final class TopicOrigin {

  private final ComparedTables compared;
  private final Cluster cluster;
  private final String group;
  private final Map<String, ItemRoute<?, ?>> routes;

  TopicOrigin(ComparedTables compared, Cluster cluster, Map<String, ItemRoute<?, ?>> routes) {
    this.compared = compared;
    this.cluster = cluster;
    this.routes = routes;
    group = cluster.clients().group("sink");
  }

  /** Reason against; empty without one. */
  Optional<String> doubt() throws InterruptedException {
    Map<TopicPartition, Long> committed = cluster.queries().settled(group);
    Optional<String> beyond = beyond(committed);
    if (beyond.isPresent()) {
      return beyond;
    }
    Set<String> read =
        committed.entrySet().stream()
            .filter(commit -> commit.getValue() > 0)
            .map(commit -> commit.getKey().topic())
            .collect(Collectors.toSet());
    return compared.tables().stream()
        .filter(table -> topicsOf(table).stream().noneMatch(read::contains))
        .filter(table -> !compared.reads().isEmpty(table))
        .map(this::unread)
        .findFirst();
  }

  /** Ends are asked for after commits, so that a working sink is never ahead. */
  private Optional<String> beyond(Map<TopicPartition, Long> committed) throws InterruptedException {
    try (TopicScan scan = TopicScan.open(cluster, routes.keySet()).withOpen(cluster)) {
      Map<TopicPartition, Long> ends = scan.ends();
      return committed.entrySet().stream()
          .filter(commit -> routes.containsKey(commit.getKey().topic()))
          .filter(commit -> commit.getValue() > ends.getOrDefault(commit.getKey(), 0L))
          .map(
              commit ->
                  "group %s has committed offset %d of %s, which ends at %d: its topic was lost, or"
                          .formatted(
                              group,
                              commit.getValue(),
                              commit.getKey(),
                              ends.getOrDefault(commit.getKey(), 0L))
                      + " this is another cluster")
          .min(String::compareTo);
    }
  }

  private String unread(TableDefinition table) {
    return "table %s%s has items, but group %s has committed no offset of %s: the topics that filled"
            .formatted(compared.prefix(), table.name(), group, String.join(", ", topicsOf(table)))
        + " it were lost, or are in another cluster";
  }

  private Set<String> topicsOf(TableDefinition table) {
    return routes.entrySet().stream()
        .filter(route -> route.getValue().goesTo(Set.of(table.name())))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}

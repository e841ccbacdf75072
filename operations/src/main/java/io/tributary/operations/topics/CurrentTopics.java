package io.tributary.operations.topics;

import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Headers;

/** Tells topics as they are from those that had their names before. One thread at a time. */
public final class CurrentTopics implements AutoCloseable {

  private final Cluster cluster;
  private final TopicIds ids;

  /** Topics of a cluster, which stays the caller's to close. */
  public CurrentTopics(Cluster cluster) {
    this.cluster = cluster;
    ids = new TopicIds(cluster.clients());
  }

  /** The topics among some that have lost records; {@code tributary.meta} is always asked about. */
  public synchronized List<TopicLoss> lost(Collection<? extends Topic<?, ?>> topics) {
    TopicNaming naming = cluster.clients().topics();
    Set<Topic<?, ?>> all = new HashSet<>(topics);
    all.add(Topics.META);
    Set<String> names = all.stream().map(naming::of).collect(Collectors.toSet());
    return TopicLoss.of(all, naming, ids.losses(FoundTopics.of(cluster.admin(), naming, names)));
  }

  /** {@link OperationException} with the remedy if one of the topics has lost records. */
  public void require(Collection<? extends Topic<?, ?>> topics) {
    lost(topics).stream()
        .findFirst()
        .ifPresent(
            loss -> {
              throw OperationException.failed(loss + "; " + loss.remedy());
            });
  }

  /** True if headers name a topic as it is, or one that was never made anew. */
  public synchronized boolean isOf(String name, Headers headers) {
    return ids.isCurrent(name, RecordHeader.ORIGIN_ID.get(headers).orElse(""));
  }

  /** Names of those topics that have lost records, which was accepted. */
  public synchronized Set<String> cut(Collection<String> names) {
    return ids.cut(names);
  }

  @Override
  public void close() {
    ids.close();
  }
}

package io.tributary.processors.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

final class TopicWriterTest {

  private static final InboxKey INBOX = new InboxKey("acme", "u-1001", "DEFAULT");

  private final TopicWriter<InboxKey, InboxEvent> writer =
      new TopicWriter<>(InboxTopics.EVENTS, SingleObjectFormat.ofReleases());

  @Test
  void shouldWriteToGivenPartitionsUnderTheKeyAlone() {
    OutputRecord<InboxKey, InboxEvent> everywhere =
        OutputRecord.everywhere(InboxTopics.EVENTS, INBOX.everyone(), null);

    assertThat(
            writer
                .partitioner()
                .partitions("inbox.events", everywhere, null, new RecordHeaders(), 6))
        .contains(Set.of(0, 1, 2, 3, 4, 5));
    assertThat(
            new String(writer.keys().serialize("inbox.events", everywhere), StandardCharsets.UTF_8))
        .isEqualTo("t#acmeG#$public#DEFAULT");
  }

  @Test
  void shouldWriteAKeyToThePartitionThatItSays() {
    OutputRecord<InboxKey, InboxEvent> outputRecord =
        new OutputRecord<>(InboxTopics.EVENTS, INBOX, null);

    assertThat(
            writer
                .partitioner()
                .partitions("inbox.events", outputRecord, null, new RecordHeaders(), 6))
        .contains(Set.of(InboxTopics.EVENTS.partitionOf(INBOX, 6)));
    assertThat(
            new String(
                writer.keys().serialize("inbox.events", outputRecord), StandardCharsets.UTF_8))
        .isEqualTo("t#acmeU#u-1001#DEFAULT");
  }
}

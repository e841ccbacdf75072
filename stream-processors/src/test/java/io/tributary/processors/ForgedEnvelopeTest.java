package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.InboxTopics;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a fact says about itself goes onto all that it makes, and must not make that too large. */
final class ForgedEnvelopeTest {

  private static final InboxKey INBOX = new InboxKey("acme", "u-1001", "DEFAULT");
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @AutoClose
  private final DrivenTopology topology =
      new DrivenTopology(Family.DEVICES, Family.HISTORY, Family.INBOX);

  @Test
  void shouldPassOnATraceOfTheLengthThatItMayHave() {
    Headers made = tracedBy(TRACE, "v=" + "s".repeat(510));

    assertThat(RecordHeader.TRACE_PARENT.get(made)).contains(TRACE);
    assertThat(RecordHeader.TRACE_STATE.get(made)).contains("v=" + "s".repeat(510));
  }

  @Test
  void shouldDropATraceThatIsLonger() {
    Headers made = tracedBy(TRACE + "0", "v=" + "s".repeat(511));

    assertThat(RecordHeader.TRACE_PARENT.get(made)).isEmpty();
    assertThat(RecordHeader.TRACE_STATE.get(made)).isEmpty();
    assertThat(RecordHeader.REQUEST_ID.get(made)).contains("request-1");
  }

  @Test
  void shouldKeepLargeHeadersInDeadLetters() {
    Headers headers = new RecordHeaders();
    headers.add("forged", new byte[1_900_000]);
    topology.sendBytes(InboxTopics.EVENTS, new byte[] {1}, new byte[] {2}, headers);

    TestRecord<byte[], byte[]> deadLetter = topology.records(InboxTopics.DEAD_LETTERS).get(0);
    int size = 0;
    for (Header header : deadLetter.headers()) {
      size += header.key().length() + header.value().length;
    }
    assertThat(deadLetter.headers().lastHeader("forged").value()).hasSize(1_900_000);
    assertThat(size).isLessThan(InboxTopics.DEAD_LETTERS.maxMessageBytes() / 2);
  }

  private Headers tracedBy(String parent, String state) {
    Headers headers = new RecordHeaders();
    headers.add("traceparent", parent.getBytes(StandardCharsets.UTF_8));
    headers.add("tracestate", state.getBytes(StandardCharsets.UTF_8));
    byte[] value = SingleObjectFormat.ofReleases().encode(delivery());
    topology.sendBytes(InboxTopics.EVENTS, InboxTopics.EVENTS.keyBytes(INBOX), value, headers);
    return topology.records(InboxTopics.MESSAGES).get(0).headers();
  }

  private static InboxEvent delivery() {
    return DrivenInbox.event(
        INBOX,
        "fact-1",
        START,
        DrivenInbox.delivered("07AEH01P4K9ZQ2M7X", null, START.getEpochSecond() + 60));
  }
}

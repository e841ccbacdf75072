package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.PlainJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ConversationFoldTest {

  private static final Instant THEN = Instant.parse("2026-02-21T14:30:00.999Z");

  private final AvroFiles avro = new AvroFiles();
  private final ConversationFold conversation = new ConversationFold();

  @Test
  void shouldSayOnceAndNeverGoBackInTime() {
    say(THEN, "m1", "USER", "hello");
    say(THEN.minusSeconds(9), "m2", "ASSISTANT", "hi");
    say(THEN.plusSeconds(60), "m1", "USER", "hello");

    assertThat(conversation.item("t", "c"))
        .hasValue(
            PlainJson.object(
                """
                {"pk":"t","sk":"c","messages":[{"role":"user","content":"hello"},
                 {"role":"assistant","content":"hi"}],
                 "updated_at":"2026-02-21T14:30:00Z","ttl":1774276200}
                """));
    assertThat(conversation.repeats()).isEqualTo(1);
  }

  @Test
  void shouldForgetWhatWasSaidButNotThatItWas() {
    say(THEN, "m1", "USER", "hello");
    clear(THEN, null);
    say(THEN, "m1", "USER", "hello");
    assertThat(conversation.item("t", "c")).isEmpty();

    say(THEN, "m2", "USER", "again");
    assertThat(said()).isEqualTo(PlainJson.of("[{\"role\":\"user\",\"content\":\"again\"}]"));
  }

  @Test
  void shouldClearOnceForEachKey() {
    clear(THEN, "k1");
    say(THEN, "m1", "USER", "kept");
    clear(THEN, "k1");
    assertThat(said()).isEqualTo(PlainJson.of("[{\"role\":\"user\",\"content\":\"kept\"}]"));
    clear(THEN, "k2");
    assertThat(conversation.item("t", "c")).isEmpty();
    assertThat(conversation.clears()).isEqualTo(1);
  }

  @Test
  void shouldClearWhatWasAcceptedBeforeThoughItComesLater() {
    clear(THEN, null);
    receive(THEN.minusMillis(1), "m1", "on its way");
    assertThat(conversation.item("t", "c")).isEmpty();

    receive(THEN, "m2", "at once");
    say(THEN.minusMillis(1), "m3", "ASSISTANT", "an answer");
    receive(THEN.plusMillis(1), "m1", "on its way");
    assertThat(said())
        .isEqualTo(
            PlainJson.of(
                """
                [{"role":"user","content":"at once"},{"role":"assistant","content":"an answer"}]
                """));
  }

  @Test
  void shouldTellWhatIsPostedFromWhatAChannelBrings() {
    receive(THEN, "m1", "hello");
    say(THEN, "m1", "ASSISTANT", "hi");
    receive(THEN, "m1", "hello");
    say(THEN, "m1", "ASSISTANT", "hi");
    receive(THEN.minus(Duration.ofDays(30)), "m2", "a late copy");
    assertThat(said())
        .isEqualTo(
            PlainJson.of(
                """
                [{"role":"user","content":"hello"},{"role":"assistant","content":"hi"}]
                """));
    assertThat(conversation.repeats()).isEqualTo(2);
  }

  @Test
  void shouldKeepTheNewestTwoHundred() {
    for (int i = 0; i <= 200; i++) {
      say(THEN, "m" + i, "USER", "text " + i);
    }
    List<?> kept = (List<?>) said();
    assertThat(kept).hasSize(200);
    assertThat(kept.get(0)).isEqualTo(Map.of("role", "user", "content", "text 1"));
    assertThat(kept.get(199)).isEqualTo(Map.of("role", "user", "content", "text 200"));
  }

  private void say(Instant at, String id, String role, String content) {
    apply(
        at,
        new GenericRecordBuilder(avro.schema("tenants.PostedMessage"))
            .set("message_id", id)
            .set("role", new GenericData.EnumSymbol(avro.schema("tenants.EntryRole"), role))
            .set("content", content)
            .build());
  }

  private void receive(Instant at, String id, String content) {
    apply(
        at,
        new GenericRecordBuilder(avro.schema("ReceivedMessage"))
            .set("message_id", id)
            .set("content", content)
            .build());
  }

  private void clear(Instant at, @Nullable String key) {
    apply(
        at,
        new GenericRecordBuilder(avro.schema("ClearedConversation"))
            .set("idempotency_key", key)
            .build());
  }

  private Object said() {
    return conversation.item("t", "c").orElseThrow().getOrDefault("messages", List.of());
  }

  private void apply(Instant at, GenericRecord event) {
    conversation.apply(
        new GenericRecordBuilder(avro.schema("ConversationEvent"))
            .set("envelope", new ForgedFacts(avro).envelope(at))
            .set("tenant_id", "t")
            .set("conversation_id", "c")
            .set("event", event)
            .build());
  }
}

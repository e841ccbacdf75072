package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Publishes.MESSAGE;
import static io.tributary.processors.Publishes.publish;
import static io.tributary.processors.Publishes.redaction;
import static io.tributary.processors.Publishes.toEveryone;
import static io.tributary.processors.Publishes.toUsers;
import static io.tributary.schemas.topic.InboxTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.InboxTopics.EVENTS;
import static io.tributary.schemas.topic.InboxTopics.EXPIRIES;
import static io.tributary.schemas.topic.InboxTopics.PUBLISHES;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class InboxPublishesTest {

  private static final Duration LIFE = Duration.ofDays(30);

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.INBOX);

  @Test
  void shouldDeliverAMessageToTheInboxOfEachUser() {
    send(START, toUsers(START, "u-1001", "u-1002"));

    List<InboxEvent> events = topology.values(EVENTS);
    assertThat(events).hasSize(2);
    assertThat(events.get(0).toString())
        .isEqualTo(
            "{\"envelope\": {\"fact_id\": \"fact-1\", \"accepted_at_ms\": 1772323200000,"
                + " \"request_id\": \"request-1\", \"caller\": \"caller-1\","
                + " \"producer_version\": \"test\"}, \"tenant_key\": \"acme\", \"inbox_key\":"
                + " \"DEFAULT\", \"uid\": \"u-1001\", \"resume_after\": null, \"event\": {\"id\":"
                + " \"07AEH01P4K9ZQ2M7X\", \"category\": \"billing\", \"expiredat_s\": 1774915200,"
                + " \"details\": {\"host_system_id\": \"inv-2025-000184\", \"sender\":"
                + " \"admin-7\", \"label\": \"Invoice recipients\", \"title\": \"Invoice ready\","
                + " \"body_json\": \"\\\"Your August invoice is available.\\\"\", \"cta_uri\":"
                + " \"acme://invoices/184\"}}}");
    assertThat(events.get(1).getUid()).isEqualTo("u-1002");
  }

  @Test
  void shouldKeyEventsByTheirInboxAndGiveThemTheHeadersOfTheirFact() {
    send(START, toUsers(START, "u-1001"));
    send(START, toEveryone(START));

    assertThat(topology.records(EVENTS))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(new String(record.key(), StandardCharsets.UTF_8))
                  .isEqualTo("t#acmeU#u-1001#DEFAULT");
              assertThat(RecordHeader.FACT_ID.get(record.headers())).contains("fact-1");
            });
  }

  @Test
  void shouldDeliverOneMessageToTenThousandUsersOfLongNames() {
    String[] uids =
        IntStream.range(0, 10_000)
            .mapToObj("%05d"::formatted)
            .map(number -> "u".repeat(123) + number)
            .toArray(String[]::new);
    send(START, toUsers(START, uids));

    List<InboxEvent> delivered = topology.values(EVENTS);
    assertThat(delivered).extracting(InboxEvent::getUid).containsExactly(uids);
    assertThat(new HashSet<>(delivered.stream().map(InboxEvent::getEvent).toList())).hasSize(1);
  }

  @Test
  void shouldDropARepeatedPublish() {
    send(START, toUsers(START, "u-1001"));
    send(START.plusSeconds(9), toUsers(START, "u-1001", "u-1002"));

    assertThat(topology.values(EVENTS)).hasSize(1);
    assertThat(topology.records(DEAD_LETTERS)).isEmpty();
    assertThat(topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"inbox.events\"} 1.0");
  }

  @Test
  void shouldTakeAMessageBackOnceFromAllWhoHaveBeenSentIt() {
    send(START, toUsers(START, "u-1001", "u-1002"));
    send(START.plusSeconds(5), redaction());
    send(START.plusSeconds(6), redaction());
    send(START.plusSeconds(7), toUsers(START, "u-1001"));

    List<InboxEvent> events = topology.values(EVENTS);
    assertThat(events)
        .extracting(InboxEvent::getUid)
        .containsExactly("u-1001", "u-1002", "u-1001", "u-1002");
    assertThat(events.subList(2, 4))
        .allSatisfy(
            event -> {
              assertThat(event.getEvent()).isEqualTo(new RedactedMessage("07AEH01P4K9ZQ2M7X"));
              assertThat(event.getEnvelope().getAcceptedAtMs()).isEqualTo(1_772_323_205_000L);
            });
    assertThat(topology.records(DEAD_LETTERS)).isEmpty();
  }

  @Test
  void shouldRefuseARedactionOfAnUnknownMessage() {
    send(START, redaction());
    send(START, toUsers(START, "u-1001"));

    assertThat(topology.codes(DEAD_LETTERS)).containsExactly("MESSAGE_NOT_FOUND");
    assertThat(topology.values(EVENTS))
        .singleElement()
        .satisfies(event -> assertThat(event.getEvent()).isInstanceOf(DeliveredMessage.class));
  }

  @Test
  void shouldTakeAMessageBackAsLongAsATableMayHoldIt() {
    Instant forgotten = START.plus(LIFE).plus(Duration.ofDays(3));
    send(START, toUsers(START, "u-1001"));
    send(forgotten, redaction());
    assertThat(topology.codes(DEAD_LETTERS)).containsExactly("MESSAGE_NOT_FOUND");

    send(forgotten.minusMillis(1), redaction());
    assertThat(topology.values(EVENTS)).hasSize(2);
  }

  @Test
  void shouldForgetAudiencesADayAfterTablesHaveTheirMessages() {
    send(START, toUsers(START, "u-1001"));
    topology.advance(LIFE.plusDays(5));
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.stored("inbox.audiences-state"))
        .containsExactly("acme#DEFAULT#07AEH01P4K9ZQ2M7X");

    send(START.plus(LIFE.plusDays(5)), redaction());
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.stored("inbox.audiences-state")).isEmpty();
  }

  @Test
  void shouldSendMessagesToEveryoneToThePublicInbox() {
    send(START, toEveryone(START));
    send(START.plusSeconds(1), redaction());

    List<String> events =
        topology.records(EVENTS).stream()
            .map(
                record ->
                    new String(record.key(), StandardCharsets.UTF_8)
                        + " "
                        + topology.value(EVENTS, record).getEvent().getClass().getSimpleName())
            .toList();
    assertThat(events)
        .containsExactly(
            "t#acmeG#$public#DEFAULT DeliveredMessage", "t#acmeG#$public#DEFAULT RedactedMessage");
  }

  @Test
  void shouldPassOnExpiriesUnderTheirEnvelope() {
    InboxKey user = new InboxKey("acme", "u-1001", "DEFAULT");
    topology.send(EXPIRIES, user, Publishes.expiry(user, Publishes.ID));
    topology.send(EXPIRIES, user.everyone(), Publishes.expiry(user.everyone(), Publishes.ID));

    List<InboxEvent> events = topology.values(EVENTS);
    assertThat(events.get(0).getUid()).isEqualTo("u-1001");
    assertThat(events.get(1).getUid()).isEqualTo("$public");
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.getEvent()).isEqualTo(new ExpiredMessage("07AEH01P4K9ZQ2M7X"));
              assertThat(event.getEnvelope().getFactId()).isEqualTo("expiry-1");
            });
  }

  private void send(Instant acceptedAt, SpecificRecordBase event) {
    InboxPublish publish = publish(acceptedAt, event);
    topology.send(PUBLISHES, MESSAGE, publish);
  }
}

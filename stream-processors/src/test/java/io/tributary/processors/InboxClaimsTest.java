package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Publishes.CLAIM;
import static io.tributary.processors.Publishes.DIGEST;
import static io.tributary.processors.Publishes.ID;
import static io.tributary.processors.Publishes.OTHER_DIGEST;
import static io.tributary.processors.Publishes.OTHER_ID;
import static io.tributary.processors.Publishes.command;
import static io.tributary.schemas.topic.InboxTopics.EVENTS;
import static io.tributary.schemas.topic.InboxTopics.OUTCOMES;
import static io.tributary.schemas.topic.InboxTopics.PUBLISHES;
import static io.tributary.schemas.topic.InboxTopics.PUBLISH_COMMANDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class InboxClaimsTest {

  private static final Duration DAY = Duration.ofHours(24);

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.INBOX);

  @Test
  void shouldPublishTheFirstOfAnIdempotencyKeyAndAnswerWithItsId() {
    send(command("command-1", START, DIGEST, ID));

    assertThat(topology.keys(PUBLISHES)).containsExactly("acme#DEFAULT#07AEH01P4K9ZQ2M7X");
    assertThat(topology.values(EVENTS))
        .extracting(InboxEvent::getUid)
        .containsExactly("u-1001", "u-1002");
    assertThat(topology.keys(OUTCOMES)).containsExactly("acme#DEFAULT#inv#184");
  }

  @Test
  void shouldPublishUnderTheCommandsOwnEnvelope() {
    InboxPublishCommand command = command("command-1", START, DIGEST, ID);
    send(command);

    InboxPublish publish = topology.values(PUBLISHES).get(0);
    assertThat(publish.getEnvelope().getFactId()).isEqualTo("command-1");
    assertThat(publish.getEvent()).isEqualTo(command.getPublication());
    assertThat(outcomes())
        .containsExactly(
            "{\"command_id\": \"command-1\", \"subject\": \"acme#DEFAULT#inv#184\", \"decision\":"
                + " \"applied\", \"code\": null, \"rev\": 1, \"result\": \"07AEH01P4K9ZQ2M7X\"}");
  }

  @Test
  void shouldAnswerARetryWithTheFirstsIdAndPublishNothing() {
    send(command("command-1", START, DIGEST, ID));
    send(command("command-2", START.plusSeconds(60), DIGEST, OTHER_ID));

    assertThat(topology.values(PUBLISHES)).hasSize(1);
    assertThat(outcomes().get(1))
        .isEqualTo(
            "{\"command_id\": \"command-2\", \"subject\": \"acme#DEFAULT#inv#184\", \"decision\":"
                + " \"applied\", \"code\": null, \"rev\": 1, \"result\": \"07AEH01P4K9ZQ2M7X\"}");
    assertThat(topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"inbox.publishes\"} 1.0");
  }

  @Test
  void shouldRejectAnotherPayloadUnderATakenKey() {
    send(command("command-1", START, DIGEST, ID));
    send(command("command-2", START.plusSeconds(60), OTHER_DIGEST, OTHER_ID));
    send(command("command-3", START.plusSeconds(61), DIGEST, OTHER_ID));

    assertThat(topology.values(PUBLISHES)).hasSize(1);
    List<String> outcomes = outcomes();
    assertThat(outcomes.get(1))
        .isEqualTo(
            "{\"command_id\": \"command-2\", \"subject\": \"acme#DEFAULT#inv#184\", \"decision\":"
                + " \"rejected\", \"code\": \"IDEMPOTENCY_KEY_REUSED\", \"rev\": null, \"result\":"
                + " null}");
    assertThat(outcomes.get(2)).contains("\"result\": \"07AEH01P4K9ZQ2M7X\"");
  }

  @Test
  void shouldKeepAKeyTakenForADayOfAcceptedAtAndNoLonger() {
    send(command("command-1", START, DIGEST, ID));
    topology.advance(Duration.ofDays(9));
    send(command("command-2", START.plus(DAY).minusMillis(1), OTHER_DIGEST, OTHER_ID));
    send(command("command-3", START.plus(DAY), OTHER_DIGEST, OTHER_ID));
    send(command("command-4", START.plus(DAY).plusSeconds(1), DIGEST, ID));

    assertThat(topology.values(OUTCOMES))
        .extracting(CommandOutcome::getResult)
        .containsExactly("07AEH01P4K9ZQ2M7X", null, "07AEH01R0B8C3D5EF", null);
    assertThat(topology.keys(PUBLISHES))
        .containsExactly("acme#DEFAULT#07AEH01P4K9ZQ2M7X", "acme#DEFAULT#07AEH01R0B8C3D5EF");
  }

  @Test
  void shouldAnswerARetryThatAGatewaysSlowClockPutsBeforeTheFirst() {
    send(command("command-1", START, DIGEST, ID));
    send(command("command-2", START.minusSeconds(7200), DIGEST, OTHER_ID));

    assertThat(topology.values(PUBLISHES)).hasSize(1);
    assertThat(topology.values(OUTCOMES).get(1).getResult()).isEqualTo("07AEH01P4K9ZQ2M7X");
  }

  @Test
  void shouldForgetKeysADayAfterTheyAreFree() {
    send(command("command-1", START, DIGEST, ID));
    assertThat(topology.stored("inbox.claims-state")).containsExactly("acme#DEFAULT#inv#184");

    Instant later = START.plus(DAY).plus(DAY);
    topology.advance(Duration.ofDays(2));
    InboxPublishKey key = new InboxPublishKey("acme", "DEFAULT", "other");
    InboxPublishCommand other =
        InboxPublishCommand.newBuilder(command("command-2", later, DIGEST, OTHER_ID))
            .setIdempotencyKey("other")
            .build();
    topology.send(PUBLISH_COMMANDS, key, other);
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.stored("inbox.claims-state")).containsExactly("acme#DEFAULT#other");
  }

  private void send(InboxPublishCommand command) {
    topology.send(PUBLISH_COMMANDS, CLAIM, command);
  }

  private List<String> outcomes() {
    return topology.values(OUTCOMES).stream().map(CommandOutcome::toString).toList();
  }
}

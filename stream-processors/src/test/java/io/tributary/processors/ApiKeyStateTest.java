package io.tributary.processors;

import static io.tributary.processors.Facts.KEY;
import static io.tributary.schemas.topic.DevicesTopics.API_KEYS;
import static io.tributary.schemas.topic.DevicesTopics.API_KEY_COMMANDS;
import static io.tributary.schemas.topic.DevicesTopics.OUTCOMES;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyCreation;
import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ApiKeyStateTest {

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.DEVICES);

  @Test
  void shouldMakeAKeyAndSaySo() {
    topology.send(API_KEY_COMMANDS, KEY, Facts.creation("command-1", KEY));

    ApiKey key = topology.values(API_KEYS).get(0);
    assertThat(key.getKeyId()).isEqualTo("0b9c2f2e-4a52-4f0a-9a53-6f2f7f0f6a11");
    assertThat(key.getApiKeyHash()).isEqualTo("ab".repeat(32));
    assertThat(key.getCreatedAtMs()).isEqualTo(1_772_323_200_000L);
    assertThat(key.getIsActive()).isTrue();
    assertThat(key.getDescription()).isEqualTo("greenhouse");
    assertThat(key.getHardwareIds()).containsExactly(Facts.DEVICE);
    assertThat(key.getLastUsedAtMs()).isNull();
    assertThat(key.getRev()).isEqualTo(1_000_000_000_001L);
    CommandOutcome outcome = topology.values(OUTCOMES).get(0);
    assertThat(outcome.getCommandId()).isEqualTo("command-1");
    assertThat(outcome.getSubject()).isEqualTo(KEY);
    assertThat(outcome.getDecision()).isEqualTo(CommandDecision.applied);
    assertThat(outcome.getRev()).isEqualTo(1_000_000_000_001L);
  }

  @Test
  void shouldAnswerRepeatsOfAnIdempotencyKeyForADay() {
    topology.send(API_KEY_COMMANDS, KEY, Facts.creation("command-1", KEY));
    topology.send(API_KEY_COMMANDS, KEY, again("command-2", Duration.ofHours(24), "ab"));
    topology.send(API_KEY_COMMANDS, KEY, again("command-3", Duration.ofHours(25), "cd"));
    topology.send(API_KEY_COMMANDS, KEY, again("command-4", Duration.ofHours(24), "cd"));
    topology.send(API_KEY_COMMANDS, KEY, Facts.revocation("command-5", KEY));
    topology.send(API_KEY_COMMANDS, KEY, again("command-6", Duration.ZERO, "ab"));

    assertThat(topology.values(API_KEYS)).hasSize(2);
    List<CommandOutcome> outcomes = topology.values(OUTCOMES);
    assertThat(outcomes.get(1).getDecision()).isEqualTo(CommandDecision.applied);
    assertThat(outcomes.get(1).getRev()).isEqualTo(outcomes.get(0).getRev());
    assertThat(outcomes.get(3).getCode()).isEqualTo("API_KEY_EXISTS");
    assertThat(List.of(outcomes.get(2), outcomes.get(5)))
        .allSatisfy(outcome -> assertThat(outcome.getCode()).isEqualTo("IDEMPOTENCY_KEY_REUSED"));
  }

  @Test
  void shouldRevokeAKeyAndTakeItsRevocationAgain() {
    topology.send(API_KEY_COMMANDS, KEY, Facts.creation("command-1", KEY));
    topology.send(API_KEY_COMMANDS, KEY, Facts.revocation("command-2", KEY));
    topology.send(API_KEY_COMMANDS, KEY, Facts.revocation("command-3", KEY));

    List<ApiKey> states = topology.values(API_KEYS);
    assertThat(states).hasSize(2);
    assertThat(states.get(1).getIsActive()).isFalse();
    assertThat(states.get(1).getApiKeyHash()).isEqualTo("ab".repeat(32));
    assertThat(states.get(1).getRev()).isEqualTo(1_000_000_000_002L);
    CommandOutcome repeated = topology.values(OUTCOMES).get(2);
    assertThat(repeated.getDecision()).isEqualTo(CommandDecision.applied);
    assertThat(repeated.getRev()).isEqualTo(1_000_000_000_002L);
  }

  @Test
  void shouldRejectTheRevocationOfAnUnknownKey() {
    topology.send(API_KEY_COMMANDS, KEY, Facts.revocation("command-1", KEY));

    assertThat(topology.values(API_KEYS)).isEmpty();
    assertThat(topology.values(OUTCOMES).get(0).getCode()).isEqualTo("API_KEY_NOT_FOUND");
  }

  private static ApiKeyCommand again(String commandId, Duration later, String hash) {
    ApiKeyCommand command = Facts.creation(commandId, KEY);
    ((ApiKeyCreation) command.getChange()).setApiKeyHash(hash.repeat(32));
    command
        .getEnvelope()
        .setAcceptedAtMs(command.getEnvelope().getAcceptedAtMs() + later.toMillis());
    return command;
  }
}

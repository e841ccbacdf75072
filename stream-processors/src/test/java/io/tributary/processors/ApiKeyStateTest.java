package io.tributary.processors;

import static io.tributary.processors.Facts.KEY;
import static io.tributary.schemas.topic.DevicesTopics.API_KEYS;
import static io.tributary.schemas.topic.DevicesTopics.API_KEY_COMMANDS;
import static io.tributary.schemas.topic.DevicesTopics.OUTCOMES;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.schemas.topic.Family;
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
  void shouldLetTheFirstClaimOfAKeyWin() {
    topology.send(API_KEY_COMMANDS, KEY, Facts.creation("command-1", KEY));
    topology.send(API_KEY_COMMANDS, KEY, Facts.creation("command-2", KEY));

    assertThat(topology.values(API_KEYS)).hasSize(1);
    CommandOutcome second = topology.values(OUTCOMES).get(1);
    assertThat(second.getDecision()).isEqualTo(CommandDecision.rejected);
    assertThat(second.getCode()).isEqualTo("KEY_EXISTS");
    assertThat(second.getRev()).isNull();
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
}

package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.schemas.topic.InboxTopics.OUTCOMES;
import static io.tributary.schemas.topic.InboxTopics.SETTINGS;
import static io.tributary.schemas.topic.InboxTopics.SETTINGS_COMMANDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.schemas.topic.Family;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class InboxSettingsTest {

  private static final String TENANT = "t#acme#st#tenant_settings";
  private static final String INBOX = "t#acme#si#DEFAULT";

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.INBOX);

  @Test
  void shouldSetTenantsAndInboxes() {
    send(TENANT, command("command-1", null, new TenantSettings("30d")));
    send(INBOX, command("command-2", "DEFAULT", config(Map.of("default", "300m", "promo", "7d"))));

    assertThat(topology.keys(SETTINGS)).containsExactly(TENANT, INBOX);
  }

  @Test
  void shouldSayInSettingsWhoHasSetThem() {
    send(TENANT, command("command-1", null, new TenantSettings("30d")));
    send(INBOX, command("command-2", "DEFAULT", config(Map.of("default", "300m"))));

    List<InboxSettings> settings = topology.values(SETTINGS);
    assertThat(settings.get(0).toString())
        .isEqualTo(
            "{\"tenant_key\": \"acme\", \"inbox_key\": null, \"title\": \"Acme Bank\", \"uid\":"
                + " \"caller-1\", \"settings\": {\"ttl\": \"30d\"}, \"rev\": 1000000000001}");
    assertThat(settings.get(1).toString())
        .isEqualTo(
            "{\"tenant_key\": \"acme\", \"inbox_key\": \"DEFAULT\", \"title\": \"Acme Bank\","
                + " \"uid\": \"caller-1\", \"settings\": {\"description\": \"Default inbox\","
                + " \"ttl\": {\"default\": \"300m\"}}, \"rev\": 1000000000001}");
    assertThat(topology.values(OUTCOMES).get(1).toString())
        .isEqualTo(
            "{\"command_id\": \"command-2\", \"subject\": \"t#acme#si#DEFAULT\", \"decision\":"
                + " \"applied\", \"code\": null, \"rev\": 1000000000001, \"result\": null}");
  }

  @Test
  void shouldLetTheLastCommandCount() {
    send(TENANT, command("command-1", null, new TenantSettings("30d")));
    send(TENANT, command("command-2", null, new TenantSettings("6000s")));

    InboxSettings last = topology.values(SETTINGS).get(1);
    assertThat(last.getSettings()).isEqualTo(new TenantSettings("6000s"));
    assertThat(last.getRev()).isEqualTo(1_000_000_000_002L);
  }

  @Test
  void shouldChangeNothingForEqualSettingsOfTheSameCallerAlone() {
    InboxSettingsCommand command = command("command-1", null, new TenantSettings("30d"));
    send(TENANT, command);
    send(TENANT, command);
    assertThat(topology.values(SETTINGS)).hasSize(1);

    InboxSettingsCommand other = command("command-2", null, new TenantSettings("30d"));
    other.getEnvelope().setCaller("caller-2");
    send(TENANT, other);
    assertThat(topology.values(SETTINGS))
        .singleElement()
        .satisfies(settings -> assertThat(settings.getUid()).isEqualTo("caller-2"));
    assertThat(topology.values(OUTCOMES))
        .extracting(CommandOutcome::getRev)
        .containsExactly(1_000_000_000_001L, 1_000_000_000_001L, 1_000_000_000_002L);
  }

  private void send(String subject, InboxSettingsCommand command) {
    topology.send(SETTINGS_COMMANDS, subject, command);
  }

  private static InboxConfig config(Map<String, String> ttl) {
    return new InboxConfig("Default inbox", ttl);
  }

  private static InboxSettingsCommand command(
      String commandId, @Nullable String inboxKey, SpecificRecordBase settings) {
    return InboxSettingsCommand.newBuilder()
        .setEnvelope(Facts.envelope(commandId, START))
        .setTenantKey("acme")
        .setInboxKey(inboxKey)
        .setTitle("Acme Bank")
        .setSettings(settings)
        .build();
  }
}

package io.tributary.processors.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.ReceivedMessage;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.channels.ProviderFormats;
import io.tributary.processors.kit.DrivenLog;
import io.tributary.processors.kit.DrivenTask;
import io.tributary.schemas.key.ChannelConversationKey;
import io.tributary.schemas.key.ConversationKey;
import io.tributary.traffic.tenants.TenantsModel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random commands, webhooks, replies and clears, repeated and out of time, between restarts and
 * days in which states are forgotten: what is written is what the model says, and the same again
 * from fresh stores.
 */
final class TenantsPropertyTest {

  private static final int SEEDS = 40;
  private static final int FACTS_OF_A_SEED = 700;
  private static final List<String> TENANTS = List.of("a", "ab", "b");
  private static final Instant BEGIN = Instant.parse("2026-03-01T00:00:00Z");

  private final TenantsModel model = new TenantsModel();
  private final Map<String, Integer> happened = new HashMap<>();

  /** All tasks of the family on one log. */
  private final class Run {
    final DrivenLog log = new DrivenLog(model);
    final DrivenTask<String, TenantsCommand> control;
    final DrivenTask<ChannelConversationKey, ChannelEvent> webhooks;
    final DrivenTask<ConversationKey, ConversationEvent> conversations;

    /** Facts of gateways. */
    final List<ChannelEvent> sent = new ArrayList<>();

    int events;

    Run(Path stateDir) {
      TenantsTopology topology =
          new TenantsTopology(Duration.ofSeconds(60), ProviderFormats::named);
      control =
          new DrivenTask<>(
              log,
              stateDir,
              TenantsTopology.commands(),
              topology::controlStep,
              "tenants.tenants-state",
              "tenants.users-state",
              "tenants.channels-state",
              "tenants.channel-owners-state",
              "tenants.control-repeats-state");
      webhooks =
          new DrivenTask<>(
              log,
              stateDir,
              TenantsTopology.webhooks(),
              topology::webhookStep,
              "tenants.seen-events-state");
      conversations =
          new DrivenTask<>(
              log,
              stateDir,
              TenantsTopology.events(),
              topology::conversationStep,
              "tenants.conversations-state",
              "tenants.seen-messages-state",
              "tenants.newest-clears-state",
              "tenants.conversation-repeats-state");
    }

    void send(SpecificRecordBase fact) {
      if (fact instanceof TenantsCommand command) {
        control.send(command);
      } else if (fact instanceof ChannelEvent event) {
        sent.add(event);
        webhooks.send(event);
      } else {
        conversations.send((ConversationEvent) fact);
      }
      conversations.catchUp();
    }

    void punctuate(Instant wallClock) {
      log.readAt(wallClock);
      for (DrivenTask<?, ?> task : List.of(control, webhooks, conversations)) {
        for (DrivenTask.Made due : task.punctuate(wallClock.toEpochMilli())) {
          count(due.value() == null ? "forgotten" : "repeated");
        }
      }
    }

    void restart(int which) {
      List.of(control, webhooks, conversations).get(which).restart();
      count("restarts");
    }

    void requireSameAgain(Path stateDir) {
      control.requireSameAgain(new Run(stateDir).control);
      webhooks.requireSameAgain(new Run(stateDir).webhooks);
      conversations.requireSameAgain(new Run(stateDir).conversations);
    }
  }

  @Test
  void shouldWriteWhatTheModelSaysAndTheSameAgain(@TempDir Path stateDir) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Run run = new Run(stateDir);
      Instant now = BEGIN;
      for (int i = 0; i < FACTS_OF_A_SEED; i++) {
        now = now.plus(step(random));
        Instant at = now.plusMillis(random.nextInt(7_200_000) - 3_600_000);
        run.send(fact(random, "f-" + i, at, run));
        if (random.nextInt(3) == 0) {
          run.punctuate(now);
        }
        if (random.nextInt(20) == 0) {
          run.restart(random.nextInt(3));
        }
      }
      assertThat(model.violations(run.log, List.of())).as("seed " + seed).isEmpty();
      model.tally(run.log).forEach(this::count);
      run.requireSameAgain(stateDir);
    }
    System.out.println(SEEDS + " seeds: " + happened);
    assertThat(happened)
        .containsKeys(
            "CHANNEL_CLAIMED",
            "MALFORMED",
            "NO_TENANT_MAPPING",
            "redelivered",
            "redelivered to another tenant",
            "repeated messages after a clear",
            "overtaken by a clear",
            "late copies",
            "cleared though past its life",
            "repeated clears",
            "second lives",
            "forgotten",
            "repeated")
        .allSatisfy((what, times) -> assertThat(times).as(what).isGreaterThan(SEEDS));
  }

  private static Duration step(Random random) {
    return switch (random.nextInt(200)) {
      case 0 -> Duration.ofDays(31);
      case 1 -> Duration.ofDays(29);
      case 2 -> Duration.ofDays(1);
      default -> Duration.ofSeconds(random.nextInt(600));
    };
  }

  private static SpecificRecordBase fact(Random random, String id, Instant at, Run run) {
    String tenant = one(random, TENANTS);
    int kind = random.nextInt(13);
    if (kind < 4) {
      return TenantFacts.command(id, at, change(random, tenant));
    }
    if (kind < 7) {
      return webhook(random, id, at, run);
    }
    if (kind > 9) {
      return aroundAnEnd(random, id, at, run);
    }
    String conversation = "c-" + random.nextInt(3);
    SpecificRecordBase what = random.nextInt(5) < 2 ? clear(random) : reply(random);
    return TenantFacts.event(id, at, tenant, conversation, what);
  }

  /** A few things in a conversation of its own, some of them as the life of the others ends. */
  private static ConversationEvent aroundAnEnd(Random random, String id, Instant at, Run run) {
    int group = run.events++ / 15;
    Duration ahead = random.nextBoolean() ? Duration.ofDays(30) : Duration.ZERO;
    SpecificRecordBase what =
        ahead.isZero() || random.nextBoolean() ? reply(random) : clear(random);
    if (random.nextBoolean()) {
      SpecificRecordBase received = new ReceivedMessage("m-" + random.nextInt(25), "text");
      return TenantFacts.event(
          id,
          at.plus(ahead),
          "a",
          "c-late-" + group,
          random.nextBoolean() ? received : reply(random));
    }
    return TenantFacts.event(id, at.plus(ahead), "a", "c-end-" + group, what);
  }

  private static SpecificRecordBase reply(Random random) {
    return TenantFacts.reply("m-" + random.nextInt(25), "reply " + random.nextInt(9));
  }

  private static SpecificRecordBase clear(Random random) {
    return random.nextInt(3) == 0
        ? TenantFacts.clear()
        : TenantFacts.clear("k-" + random.nextInt(4));
  }

  private static SpecificRecordBase change(Random random, String tenant) {
    String user = "u-" + random.nextInt(3);
    String channel = "chan-" + random.nextInt(3);
    return switch (random.nextInt(12)) {
      case 0 -> TenantFacts.noTenant(tenant);
      case 1, 2, 3 -> new TenantPut(tenant, "name " + random.nextInt(2), TenantStatus.ACTIVE, "{}");
      case 4, 5, 6 -> TenantFacts.user(tenant, user, "mail-" + random.nextInt(2));
      case 7 -> TenantFacts.noUser(tenant, user);
      case 8, 9, 10 -> TenantFacts.claim(tenant, "generic", channel);
      default -> TenantFacts.release(tenant, "generic", channel);
    };
  }

  /** A new webhook, or one of the last again, for any tenant. */
  private static SpecificRecordBase webhook(Random random, String id, Instant at, Run run) {
    ChannelEvent event =
        run.sent.isEmpty() || random.nextInt(2) == 0
            ? webhook(random, id)
            : ChannelEvent.newBuilder(
                    run.sent.get(
                        run.sent.size() - 1 - random.nextInt(Math.min(run.sent.size(), 20))))
                .build();
    event.setEnvelope(TenantFacts.envelope(id, at));
    @Nullable String tenant = random.nextInt(4) == 0 ? null : one(random, TENANTS);
    event.setTenantId(tenant);
    event.setAdmission(
        tenant == null
            ? Admission.NO_TENANT_MAPPING
            : random.nextInt(20) == 0 ? Admission.TENANT_INACTIVE : Admission.ADMITTED);
    return event;
  }

  private static ChannelEvent webhook(Random random, String id) {
    String conversation = "c-" + random.nextInt(3);
    String raw =
        "{\"conversation_id\":\"%s\",\"sender\":{\"id\":\"s\"},\"text\":\"text %d\"}"
            .formatted(conversation, random.nextInt(100));
    String account = "chan-" + random.nextInt(3);
    return ChannelEvent.newBuilder()
        .setEnvelope(TenantFacts.envelope(id, BEGIN))
        .setProvider("generic")
        .setAccount(account)
        .setChannelType("generic")
        .setChannelId(account)
        .setConversationId(conversation)
        .setEventId("generic:" + account + ":" + id)
        .setAdmission(Admission.ADMITTED)
        .setRaw(
            ByteBuffer.wrap(
                (random.nextInt(15) == 0 ? "broken" : raw).getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  private void count(String what) {
    count(what, 1);
  }

  private void count(String what, int times) {
    happened.merge(what, times, Integer::sum);
  }

  private static <T> T one(Random random, List<T> among) {
    return among.get(random.nextInt(among.size()));
  }
}

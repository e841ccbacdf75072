package io.tributary.processors.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.InboundMessage;
import io.tributary.avro.tenants.ReceivedMessage;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.processors.kit.DrivenTask;
import io.tributary.processors.kit.DrivenTask.Written;
import io.tributary.schemas.key.tenants.ChannelConversationKey;
import io.tributary.schemas.key.tenants.ConversationKey;
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
 * days in which states are forgotten: what is written is what the model says, record by record, and
 * the same again from fresh stores.
 */
final class TenantsPropertyTest {

  private static final int SEEDS = 20;
  private static final int FACTS_OF_A_SEED = 700;
  private static final List<String> TENANTS = List.of("a", "ab", "b");
  private static final Instant BEGIN = Instant.parse("2026-03-01T00:00:00Z");

  private final Map<String, Integer> happened = new HashMap<>();

  /** All tasks of the family, fed by one run. */
  private final class Run {
    final DrivenTask<String, TenantsCommand> control;
    final DrivenTask<ChannelConversationKey, ChannelEvent> webhooks;
    final DrivenTask<ConversationKey, ConversationEvent> conversations;

    /** What facts became, by task, in order. */
    final List<List<Written>> made =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    private final Map<String, SpecificRecordBase> newest = new HashMap<>();

    Run(Path stateDir) {
      TenantsFamily topology = new TenantsFamily(Duration.ofSeconds(60), LineFormat::named);
      control =
          new DrivenTask<>(
              stateDir,
              TenantsFamily.commands(),
              topology::commandStep,
              "tenants.tenants-state",
              "tenants.users-state",
              "tenants.channels-state",
              "tenants.channel-owners-state",
              "tenants.control-repeats-state");
      webhooks =
          new DrivenTask<>(
              stateDir,
              TenantsFamily.webhooks(),
              topology::webhookStep,
              "tenants.seen-events-state");
      conversations =
          new DrivenTask<>(
              stateDir,
              TenantsFamily.events(),
              topology::conversationStep,
              "tenants.conversations-state",
              "tenants.seen-messages-state",
              "tenants.newest-clears-state",
              "tenants.moved-conversations-state",
              "tenants.conversation-repeats-state");
    }

    List<Written> send(SpecificRecordBase fact) {
      if (fact instanceof TenantsCommand command) {
        return note(0, control.process(command));
      }
      return fact instanceof ChannelEvent event
          ? note(1, webhooks.process(event))
          : note(2, conversations.process((ConversationEvent) fact));
    }

    private List<Written> note(int task, List<Written> written) {
      made.get(task).addAll(written);
      for (Written record : written) {
        String id = record.topic() + ' ' + record.key();
        if (record.value() != null && record.value().getSchema().getField("rev") != null) {
          SpecificRecordBase before = newest.put(id, record.value());
          if (!record.topic().equals("tenants.outcomes") && before != null) {
            assertThat(rev(record.value())).as("rev of " + id).isGreaterThan(rev(before));
          }
        }
      }
      return written;
    }

    /** What the clock makes is nothing new: the newest again, or a tombstone of what is gone. */
    void punctuate(long wallClock) {
      List<Written> due = new ArrayList<>(control.punctuate(wallClock));
      due.addAll(webhooks.punctuate(wallClock));
      due.addAll(conversations.punctuate(wallClock));
      for (Written record : due) {
        SpecificRecordBase known = newest.get(record.topic() + ' ' + record.key());
        if (record.value() == null) {
          assertThat(line(new Written(record.topic(), record.key(), known)))
              .matches(
                  line ->
                      line.contains(" gone ")
                          || (known instanceof Conversation old
                              && old.getExpiresAtS() * 1000 < wallClock));
          count("forgotten");
        } else {
          assertThat(record.value()).isEqualTo(known);
          assertThat(line(record)).matches(".* gone .*|conversation .* \\d+");
          count("repeated");
        }
      }
    }

    void restart(int which) {
      List.of(control, webhooks, conversations).get(which).restart();
    }
  }

  @Test
  void shouldWriteTheRecordsOfTheModelAndTheSameAgain(@TempDir Path stateDir) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      TenantsModel model = new TenantsModel();
      Run run = new Run(stateDir);
      Instant now = BEGIN;
      for (int i = 0; i < FACTS_OF_A_SEED; i++) {
        now = now.plus(step(random));
        Instant at = now.plusMillis(random.nextInt(7_200_000) - 3_600_000);
        SpecificRecordBase fact = fact(random, "f-" + i, at, model, run);
        requireAlike("seed " + seed + " fact " + i, run, model, fact);
        if (random.nextInt(3) == 0) {
          run.punctuate(now.toEpochMilli());
        }
        if (random.nextInt(20) == 0) {
          run.restart(random.nextInt(3));
          count("restarts");
        }
      }
      count("rejected", model.rejected);
      count("redelivered", model.redelivered);
      count("redelivered to another tenant", model.movedRedeliveries);
      count("redelivered after a clear", model.afterClear);
      count("overtaken by a clear", model.overtaken);
      count("late copies", model.lateCopies);
      count("cleared though dead for the clear", model.clearedForSlowClocks);
      count("repeated clears", model.repeatedClears);
      count("second lives", model.secondLives);
      requireSameAgain(seed, run, new Run(stateDir));
    }
    System.out.println(SEEDS + " seeds: " + happened);
    assertThat(happened)
        .hasSize(12)
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

  private void requireAlike(String where, Run run, TenantsModel model, SpecificRecordBase fact) {
    List<String> expected =
        fact instanceof TenantsCommand command
            ? model.decide(command)
            : fact instanceof ChannelEvent event
                ? model.bring(event)
                : model.say((ConversationEvent) fact);
    List<Written> written = run.send(fact);
    assertThat(written.stream().map(TenantsPropertyTest::line))
        .as(where)
        .containsExactlyInAnyOrderElementsOf(expected);
    written.stream()
        .filter(record -> record.value() instanceof ConversationEvent)
        .forEach(record -> requireAlike(where, run, model, record.value()));
  }

  /** Nothing is forgotten there, and time goes by the facts alone. */
  private void requireSameAgain(int seed, Run run, Run again) {
    run.control.log.forEach(again::send);
    run.webhooks.log.forEach(again::send);
    run.conversations.log.forEach(again::send);
    assertThat(again.made).as("replay of seed " + seed).isEqualTo(run.made);
  }

  private SpecificRecordBase fact(
      Random random, String id, Instant at, TenantsModel model, Run run) {
    String tenant = one(random, TENANTS);
    int kind = random.nextInt(13);
    if (kind < 4) {
      return TenantFacts.command(id, at, change(random, tenant));
    }
    if (kind < 7) {
      return webhook(random, id, at, model, run);
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
    int group = run.conversations.log.size() / 30;
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
      case 1, 2, 3 -> new TenantPut(tenant, "name " + random.nextInt(2), TenantStatus.active, "{}");
      case 4, 5, 6 -> TenantFacts.user(tenant, user, "mail-" + random.nextInt(2));
      case 7 -> TenantFacts.noUser(tenant, user);
      case 8, 9, 10 -> TenantFacts.claim(tenant, "line", channel);
      default -> TenantFacts.release(tenant, "line", channel);
    };
  }

  /** As the directories say it now, or said it some time ago. */
  private static SpecificRecordBase webhook(
      Random random, String id, Instant at, TenantsModel model, Run run) {
    List<ChannelEvent> sent = run.webhooks.log;
    String raw =
        "chan-%d|c-%d|e-%s|text %s|"
            .formatted(random.nextInt(3), random.nextInt(3), id, random.nextInt(100));
    if (!sent.isEmpty() && random.nextInt(2) == 0) {
      int back = random.nextInt(Math.min(sent.size(), 20));
      ByteBuffer bytes = sent.get(sent.size() - 1 - back).getRaw();
      String before = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
      raw = before.equals("broken") ? raw : before;
    }
    @Nullable String owner = model.owners.get("line#" + raw.substring(0, 6));
    if (random.nextInt(20) == 0) {
      owner = one(random, TENANTS);
    }
    Admission admission =
        owner == null
            ? Admission.NO_TENANT_MAPPING
            : random.nextInt(20) == 0 ? Admission.TENANT_INACTIVE : Admission.ADMITTED;
    ChannelEvent event = TenantFacts.webhook(id, at, owner, admission, raw);
    if (random.nextInt(15) == 0) {
      event.setRaw(ByteBuffer.wrap("broken".getBytes(StandardCharsets.UTF_8)));
    }
    return event;
  }

  private static String line(Written record) {
    SpecificRecordBase value = record.value();
    if (value instanceof Tenant tenant) {
      String is = tenant.getName() + " " + tenant.getStatus() + " " + tenant.getSettingsJson();
      return "tenant "
          + tenant.getTenantId()
          + state(tenant.getRemovedAtMs(), is + " since " + tenant.getCreatedAtMs());
    }
    if (value instanceof TenantUser user) {
      Object details = user.getDetails();
      return "user %s#%s".formatted(user.getTenantId(), user.getUserId())
          + state(user.getRemovedAtMs(), details == null ? "" : user.getDetails().getEmail());
    }
    if (value instanceof ChannelMapping mapping) {
      return "channel "
          + mapping.getTenantId()
          + " "
          + mapping.getChannelType()
          + "#"
          + mapping.getChannelId()
          + state(mapping.getRemovedAtMs(), "there");
    }
    if (value instanceof CommandOutcome outcome) {
      String code = outcome.getCode();
      return "outcome " + outcome.getDecision() + (code == null ? "" : " " + code);
    }
    return lineOfTalk(record);
  }

  private static String state(@Nullable Long removedAt, String is) {
    return removedAt == null ? " " + is : " gone " + removedAt;
  }

  private static String lineOfTalk(Written record) {
    SpecificRecordBase value = record.value();
    if (value instanceof InboundMessage message) {
      return "message " + record.key() + " " + message.getText();
    }
    if (value instanceof ConversationEvent event) {
      ReceivedMessage received = (ReceivedMessage) event.getEvent();
      return "event " + record.key() + " " + received.getMessageId() + " " + received.getContent();
    }
    if (value instanceof Conversation conversation) {
      return "conversation %s %s %d %d %s"
          .formatted(
              record.key(),
              conversation.getEntries().stream()
                  .map(entry -> entry.getRole() + " " + entry.getContent())
                  .toList(),
              conversation.getUpdatedAtS(),
              conversation.getExpiresAtS(),
              conversation.getClearedAtS());
    }
    return "dead letter " + record.key();
  }

  private static long rev(SpecificRecordBase record) {
    return (Long) record.get(record.getSchema().getField("rev").pos());
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

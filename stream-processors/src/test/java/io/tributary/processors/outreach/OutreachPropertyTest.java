package io.tributary.processors.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.channels.provider.Provider;
import io.tributary.processors.kit.DrivenTask;
import io.tributary.processors.kit.DrivenTask.Written;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random requests, updates and replies, repeated and out of time, between restarts and days in
 * which states are forgotten: what is written is what the model says, record by record, and the
 * same again from fresh stores, twice.
 */
final class OutreachPropertyTest {

  private static final int SEEDS = 20;
  private static final int FACTS_OF_A_SEED = 700;
  private static final Instant BEGIN = Instant.parse("2026-03-01T00:00:00Z");
  private static final List<String> RECIPIENTS = List.of("+447700900123", "+4477009001234");
  private static final List<String> SENDERS = List.of("+447700900999", "+447700900888");

  private final Map<String, Integer> happened = new HashMap<>();

  /** The family's task, fed by one run. */
  private final class Run {
    final DrivenTask<String, OutreachEvent> task;

    /** What facts became, in order. */
    final List<Written> made = new ArrayList<>();

    private final Map<String, OutreachConversation> newest = new HashMap<>();

    Run(Path stateDir) {
      task =
          new DrivenTask<>(
              stateDir,
              OutreachFamily.events(),
              new OutreachFamily(Provider::format)::step,
              "outreach.conversations-state",
              "outreach.newest-conversations-state",
              "outreach.seen-messages-state");
    }

    List<Written> send(OutreachEvent event) {
      List<Written> written = task.process(event);
      made.addAll(written);
      for (Written record : written) {
        if (record.value() instanceof OutreachConversation conversation) {
          OutreachConversation before = newest.put(record.key(), conversation);
          if (before != null) {
            assertThat(conversation.getRev()).as(record.key()).isGreaterThan(before.getRev());
          }
        }
      }
      return written;
    }

    /** What the clock makes are tombstones of what is long gone. */
    void punctuate(long wallClock) {
      for (Written record : task.punctuate(wallClock)) {
        assertThat(record.value()).isNull();
        assertThat(newest.get(record.key()))
            .satisfies(known -> assertThat(known.getExpiresAtS()).isLessThan(wallClock / 1000));
        count("forgotten", 1);
      }
    }
  }

  @Test
  void shouldWriteTheRecordsOfTheModelAndTheSameTwice(@TempDir Path stateDir) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      OutreachModel model = new OutreachModel();
      Run run = new Run(stateDir);
      Instant now = BEGIN;
      for (int i = 0; i < FACTS_OF_A_SEED; i++) {
        now = now.plus(step(random));
        Instant at = now.plusMillis(random.nextInt(7_200_000) - 3_600_000);
        OutreachEvent event = event(random, "f-" + i, at, run.task.log);
        assertThat(run.send(event).stream().map(OutreachPropertyTest::line))
            .as("seed %d fact %d", seed, i)
            .containsExactlyElementsOf(model.apply(event));
        if (random.nextInt(3) == 0) {
          run.punctuate(now.toEpochMilli());
        }
        if (random.nextInt(20) == 0) {
          run.task.restart();
          count("restarts", 1);
        }
      }
      count(model);
      requireSameAgain(seed, run, new Run(stateDir));
      requireSameAgain(seed, run, new Run(stateDir));
    }
    System.out.println(SEEDS + " seeds: " + happened);
    assertThat(happened)
        .hasSize(12)
        .allSatisfy((what, times) -> assertThat(times).as(what).isGreaterThan(SEEDS));
  }

  /** Nothing is forgotten there, and time goes by the facts alone. */
  private static void requireSameAgain(int seed, Run run, Run again) {
    run.task.log.forEach(again::send);
    assertThat(again.made).as("replay of seed " + seed).isEqualTo(run.made);
  }

  private void count(OutreachModel model) {
    count("duplicate requests", model.duplicateRequests);
    count("repeated updates", model.repeatedUpdates);
    count("redeliveries", model.redeliveries);
    count("illegal", model.illegal);
    count("updates of nothing", model.strayUpdates);
    count("replies to nothing", model.strayReplies);
    count("second lives", model.secondLives);
    count("replies to one of several", model.ofSeveral);
    count("replies after the end", model.afterEnd);
    count("begun late", model.lateBegun);
  }

  private static Duration step(Random random) {
    return switch (random.nextInt(300)) {
      case 0 -> Duration.ofDays(31);
      case 1 -> Duration.ofDays(29);
      case 2, 3 -> Duration.ofDays(1);
      default -> Duration.ofSeconds(random.nextInt(600));
    };
  }

  private static OutreachEvent event(
      Random random, String id, Instant at, List<OutreachEvent> sent) {
    if (!sent.isEmpty() && random.nextInt(5) == 0) {
      int back = random.nextInt(Math.min(sent.size(), 20));
      OutreachEvent again = OutreachEvent.newBuilder(sent.get(sent.size() - 1 - back)).build();
      again.getEnvelope().setAcceptedAtMs(at.toEpochMilli());
      return again;
    }
    String recipient = RECIPIENTS.get(random.nextInt(2));
    // whom a conversation is held by goes by its number, so that several share one
    int number = random.nextInt(10);
    SpecificRecordBase what =
        switch (random.nextInt(10)) {
          case 0, 1 -> request(random, recipient, number);
          case 2, 3, 4, 5 -> update(random, recipient, number);
          default -> reply(random, recipient, id);
        };
    return OutreachFacts.event(id, at, recipient, what);
  }

  private static ConversationRequest request(Random random, String recipient, int number) {
    Long life =
        switch (random.nextInt(4)) {
          case 0 -> null;
          case 1 -> 86_400L;
          default -> 7_200L;
        };
    return OutreachFacts.request("r-" + number)
        .setRecipientTel(recipient)
        .setChannelMethod(number % 3 == 0 ? ChannelMethod.sms : ChannelMethod.whatsapp)
        .setCompanySender(number == 9 ? null : SENDERS.get(number % 2))
        .setAutoQueueReplyMessage(random.nextBoolean())
        .setLifeS(life)
        .build();
  }

  private static ConversationUpdate update(Random random, String recipient, int number) {
    String updateId = "u-" + random.nextInt(30);
    SpecificRecordBase what =
        switch (random.nextInt(12)) {
          case 0, 1, 2 ->
              InitialMessageSent.newBuilder()
                  .setThreadId("t-" + updateId)
                  .setMessage(OutreachFacts.message("m-" + updateId, "hello"))
                  .build();
          case 3 -> OutreachFacts.failed();
          case 4, 5, 6, 7 -> OutreachFacts.answered("m-" + updateId, "answer");
          case 8 -> OutreachFacts.handOff(random.nextBoolean() ? "angry" : null);
          case 9 -> OutreachFacts.call("call-" + updateId);
          case 10 -> OutreachFacts.completed();
          default -> OutreachFacts.sent();
        };
    String conversation = "ci-aaa-001#pi-aaa-001#r-" + number + "#" + recipient.substring(1);
    return new ConversationUpdate(conversation, updateId, what);
  }

  private static ChannelReply reply(Random random, String recipient, String id) {
    String type = random.nextInt(3) == 0 ? "sms" : "whatsapp";
    String sender = SENDERS.get(random.nextInt(2));
    ChannelReply reply =
        OutreachFacts.reply(type, recipient, sender, "SM" + id, "text" + random.nextInt(100));
    if (random.nextInt(15) == 0) {
      reply.setRaw(ByteBuffer.wrap("broken".getBytes(StandardCharsets.UTF_8)));
    }
    return reply;
  }

  private static String line(Written record) {
    if (record.value() instanceof OutreachConversation conversation) {
      return "conversation %s %s %s %d %d %s %s %s %s %s %s %s"
          .formatted(
              conversation.getConversationId(),
              lower(conversation.getStatus()),
              conversation.getMessages().stream()
                  .map(entry -> lower(entry.getRole()) + " " + entry.getContent())
                  .toList(),
              conversation.getCreatedAtMs(),
              conversation.getUpdatedAtMs(),
              conversation.getExpiresAtS(),
              conversation.getTaskComplete(),
              conversation.getThreadId(),
              conversation.getFailureReason(),
              conversation.getHandOffToHuman(),
              conversation.getHandOffToHumanReason(),
              conversation.getFunctionCallType());
    }
    if (record.value() instanceof OutreachReply reply) {
      return "reply %s %s %s %s %s"
          .formatted(
              reply.getConversationId(),
              reply.getMessageId(),
              lower(reply.getRoute()),
              lower(reply.getConversationStatus()),
              reply.getText());
    }
    return "dead letter " + record.key();
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private void count(String what, int times) {
    happened.merge(what, times, Integer::sum);
  }
}

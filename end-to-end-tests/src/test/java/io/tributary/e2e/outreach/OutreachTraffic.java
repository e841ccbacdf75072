package io.tributary.e2e.outreach;

import static io.tributary.harness.store.Fields.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;

/**
 * Random requests, updates that are allowed and that are not, and replies on three channels, of few
 * recipients with several conversations each; and which of them must stand in the log because their
 * sender was told so.
 */
final class OutreachTraffic {

  /** What happens in it, as folds count it. */
  static final String[] EVERYTHING = {
    "conversations",
    "updates",
    "replies to human",
    "replies to assistant",
    "repeated requests",
    "repeated updates",
    "repeated replies",
    "CONVERSATION_NOT_FOUND",
    "ILLEGAL_TRANSITION",
    "MALFORMED"
  };

  private static final List<String> NUMBERS =
      List.of("+447700900123", "+447700900124", "+15550100");
  private static final List<String> MAILS = List.of("ann@mail.example", "bob@mail.example");

  /** Replies come to the last of each, too, which nobody ever writes from. */
  private static final List<String> COMPANY_NUMBERS =
      List.of("+447700900999", "+447700900998", "+447700900997");

  private static final List<String> COMPANY_MAILS =
      List.of("replies@company.example", "jobs@company.example", "nobody@company.example");
  private static final List<String> ROUTES =
      List.of(
          "",
          ",\"auto_queue_reply_message\":false,\"auto_queue_reply_message_from_number\":[\"+447700900123\"]",
          ",\"auto_queue_reply_message\":true",
          ",\"auto_queue_reply_message\":true,\"auto_queue_reply_message_from_number\":"
              + "[\"whatsapp:+447700900123\"],\"auto_queue_reply_message_from_email\":[\"Ann@mail.example\"]");
  private static final int NEWEST = 6;

  private final Random random;
  private final List<Upload> said = new ArrayList<>();
  private final List<String> conversations = new ArrayList<>(List.of("c#p#never#447700900123"));

  /** What of an upload the log has. */
  private final Map<Upload, String> ids = new HashMap<>();

  private int count;

  OutreachTraffic(Random random) {
    this.random = random;
  }

  /** The next request; there is always one. */
  synchronized Optional<Upload> next() {
    int chance = random.nextInt(100);
    if (chance < 15 && !said.isEmpty()) {
      return Optional.of(said.get(random.nextInt(said.size())));
    }
    Upload upload = chance < 30 ? request() : chance < 65 ? update() : reply();
    said.add(upload);
    return Optional.of(upload);
  }

  /** How many different requests there were. */
  synchronized int count() {
    return count;
  }

  /** Whatever was acknowledged stands in the log, and nothing was refused. */
  synchronized void check(Collection<Delivery> deliveries, Topics topics, AvroFiles avro) {
    Set<String> logged = new HashSet<>();
    for (TopicRecord record : topics.read(OutreachFacts.EVENTS)) {
      logged.add(id(avro.decode(record.raw().value())));
    }
    for (Delivery delivery : deliveries) {
      assertThat(delivery.refused()).as("%s", delivery).isFalse();
      String id = ids.get(delivery.upload());
      if (id != null && delivery.acknowledged()) {
        assertThat(logged).contains(id);
      }
    }
  }

  private static String id(GenericRecord fact) {
    GenericRecord event = Fields.inner(fact, "event");
    return switch (event.getSchema().getName()) {
      case "ConversationRequest" -> ConversationFold.idOf(text(fact, "recipient"), event);
      case "ConversationUpdate" -> text(event, "conversation_id") + " " + text(event, "update_id");
      default -> text(event, "event_id");
    };
  }

  private Upload request() {
    String id = "r" + ++count;
    String method = any(List.of("whatsapp", "sms", "email"));
    boolean mail = method.equals("email");
    String recipient = any(mail ? MAILS : NUMBERS);
    // the last one never begins a conversation
    String sender = (mail ? COMPANY_MAILS : COMPANY_NUMBERS).get(random.nextInt(2));
    Upload request =
        OutreachApi.request(OutreachSamples.request(id, method, recipient, sender, any(ROUTES)));
    String conversation = OutreachSamples.conversation(id, recipient);
    conversations.add(conversation);
    ids.put(request, conversation);
    return request;
  }

  private Upload update() {
    String conversation =
        random.nextInt(20) == 0
            ? conversations.get(0)
            : conversations.get(
                conversations.size() - 1 - random.nextInt(Math.min(NEWEST, conversations.size())));
    // a few of the ids are used again, for something else
    String id = "u" + (random.nextInt(10) == 0 ? count : ++count);
    Upload update = OutreachApi.update(conversation, body(id));
    ids.put(update, conversation + " " + id);
    return update;
  }

  private String body(String id) {
    String message = random.nextInt(4) == 0 ? "" : OutreachSamples.message("said by " + id);
    return switch (random.nextInt(12)) {
      case 0, 1, 2, 3 ->
          OutreachSamples.update(
              id,
              "initial_message_sent",
              ",\"thread_id\":\"thread_" + id + "\",\"processing_time_ms\":1500" + message);
      case 4 -> OutreachSamples.update(id, "failed", ",\"reason\":\"no such number\"");
      case 5, 6, 7, 8 -> OutreachSamples.update(id, "reply_sent", message);
      case 9 ->
          OutreachSamples.update(
              id, "hand_off", random.nextBoolean() ? "" : ",\"reason\":\"because of " + id + "\"");
      case 10 ->
          OutreachSamples.update(
              id, "function_call", ",\"function_call_type\":\"submit_" + id + "\"");
      default -> OutreachSamples.update(id, "completed", "");
    };
  }

  private Upload reply() {
    String id = "SM" + ++count;
    if (random.nextInt(3) == 0) {
      Upload mail =
          OutreachSamples.sendgrid(
              any(MAILS), any(COMPANY_MAILS), id + "@mail.example", "mail " + count);
      ids.put(mail, "sendgrid:" + id.toLowerCase(Locale.ROOT) + "@mail.example");
      return mail;
    }
    String provider = any(List.of("twilio-whatsapp", "twilio-sms"));
    if (random.nextInt(20) == 0) {
      return OutreachSamples.twilio(provider, "nobody:", any(COMPANY_NUMBERS), id, "unreadable");
    }
    Upload reply =
        OutreachSamples.twilio(
            provider, any(NUMBERS), any(COMPANY_NUMBERS), id, "text " + count + " \u2764 & more");
    ids.put(reply, OutreachSamples.twilioEvent(id));
    return reply;
  }

  private String any(List<String> some) {
    return some.get(random.nextInt(some.size()));
  }
}

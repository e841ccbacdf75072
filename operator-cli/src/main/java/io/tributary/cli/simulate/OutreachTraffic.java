package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.ProviderAccount;
import io.tributary.schemas.topic.Family;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A company that begins conversations by WhatsApp and by mail, and completes them. Recipients reply
 * by WhatsApp where there is an account of Twilio.
 */
final class OutreachTraffic extends Traffic<OutreachTraffic.Conversation> {

  private static final String CONVERSATIONS = "/v1/outreach/conversations";
  private static final String COMPLETED = "completed";
  private static final int MAILS = 4;
  private static final int REPLIES = 75;

  private final Map<String, String> service;
  private final Optional<ProviderAccount> twilio;

  OutreachTraffic(
      Run run,
      SplittableRandom random,
      Map<String, String> service,
      List<ProviderAccount> accounts) {
    super(Family.OUTREACH, run, random, 10);
    this.service = service;
    this.twilio =
        accounts.stream()
            .filter(each -> each.is(ProviderAccount.TWILIO_WHATSAPP))
            .filter(each -> !each.text("public_url").isEmpty())
            .findFirst();
  }

  /** A conversation, with its planned and its accepted state. */
  static final class Conversation extends Sender {

    private final int number;
    private final String recipient;
    private final Dialogue accepted = new Dialogue();
    private String planned = "";
    private String reached = "";
    private int requests;

    Conversation(int number, String recipient) {
      super("r-" + number);
      this.number = number;
      this.recipient = recipient;
    }

    boolean isMail() {
      return recipient.contains("@");
    }

    @Override
    boolean isOver() {
      return planned.equals(COMPLETED);
    }
  }

  @Override
  Conversation sender(int number) {
    return new Conversation(
        number,
        number % MAILS == 0
            ? "ada-" + number + '@' + run().name() + ".example"
            : "+999" + run().digits(6) + String.format(Locale.ROOT, "%06d", number));
  }

  @Override
  List<Action> next(Conversation conversation) {
    conversation.requests++;
    return List.of(
        switch (conversation.planned) {
          case "" -> request(conversation);
          case "processing" -> update(conversation, "initial_message_sent");
          case "processing_reply" -> update(conversation, "reply_sent");
          default ->
              twilio
                  .filter(account -> !conversation.isMail() && random(100) < REPLIES)
                  .map(account -> reply(conversation, account))
                  .orElseGet(() -> update(conversation, COMPLETED));
        });
  }

  private Action request(Conversation conversation) {
    ObjectNode body =
        Run.body(
            conversation.isMail() ? "email" : "whatsapp",
            Map.of(
                "company", run().name(),
                "sender", phone(),
                "recipient", conversation.recipient,
                "request", conversation.id()));
    return step(
        conversation, Call.of("POST", CONVERSATIONS, service, body), "processing", () -> {});
  }

  private Action update(Conversation conversation, String type) {
    String text = "Message " + random(1_000_000);
    ObjectNode body =
        Run.object().put("update_id", "update-" + conversation.requests).put("type", type);
    boolean speaks = !type.equals(COMPLETED);
    if (speaks) {
      body.putObject("message").put("content", text);
    }
    String id = URLEncoder.encode(id(conversation), StandardCharsets.UTF_8);
    return step(
        conversation,
        Call.of("POST", CONVERSATIONS + '/' + id + "/updates", service, body),
        type,
        speaks ? () -> conversation.accepted.say("assistant", text) : () -> {});
  }

  private Action reply(Conversation conversation, ProviderAccount account) {
    String text = "Reply " + random(1_000_000);
    TreeMap<String, String> form = new TreeMap<>();
    form.put(
        "MessageSid",
        String.format(
            Locale.ROOT, "SM%s%014d%06d", run().id(), conversation.number, conversation.requests));
    String sid = account.text("account_sid");
    form.put("AccountSid", sid.isEmpty() ? "AC" + "0".repeat(32) : sid);
    form.put("From", "whatsapp:" + conversation.recipient);
    form.put("To", "whatsapp:" + phone());
    form.put("SmsStatus", "received");
    form.put("NumMedia", "0");
    form.put("Body", text);
    return step(
        conversation,
        account.signed(run().clock().instant(), form),
        "processing_reply",
        () -> conversation.accepted.say("user", text));
  }

  private Action step(Conversation conversation, Call call, String then, Runnable said) {
    conversation.planned = then;
    return once(
        conversation,
        call,
        answer -> {
          conversation.reached = then;
          said.run();
        });
  }

  private String phone() {
    return "+9990" + run().digits(9);
  }

  private String id(Conversation conversation) {
    return String.join(
        "#", run().name(), "simulated", conversation.id(), conversation.recipient.replace("+", ""));
  }

  @Override
  List<Partition> expected() {
    return senders().stream()
        .filter(each -> !each.reached.isEmpty())
        .map(
            each ->
                new Partition(
                    family(),
                    "conversations-dev",
                    "primary_channel",
                    each.recipient,
                    "conversation_id",
                    found -> Map.of(id(each), item(each, found.get(id(each))))))
        .toList();
  }

  private static ObjectNode item(Conversation conversation, @Nullable ObjectNode found) {
    return conversation.accepted.expected(found).put("conversation_status", conversation.reached);
  }
}

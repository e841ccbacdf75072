package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Credential;
import io.tributary.cli.client.ProviderAccount;
import io.tributary.schemas.topic.Family;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A company that begins conversations by WhatsApp and by mail. What has been done is told update by
 * update, some of it twice; recipients reply by WhatsApp where there is an account of Twilio.
 */
final class OutreachTraffic implements Traffic {

  private static final int OPEN = 10;
  private static final int REPEAT = 15;
  private static final String CONVERSATIONS = "/v1/outreach/conversations";

  private final Run run;
  private final Credential service;
  private final Optional<ProviderAccount> twilio;
  private final SplittableRandom chance;
  private final List<Outreach> all = new ArrayList<>();
  private final List<Outreach> open = new ArrayList<>();
  private final Map<Outreach, Action> latest = new HashMap<>();

  /**
   * Traffic of one company.
   *
   * @param accounts one of Twilio for WhatsApp is used
   */
  OutreachTraffic(
      Run run, Credential service, List<ProviderAccount> accounts, SplittableRandom chance) {
    this.run = run;
    this.service = service;
    this.twilio =
        accounts.stream()
            .filter(account -> account.provider().equals(ProviderAccount.TWILIO_WHATSAPP))
            .filter(account -> account.publicUrl().isPresent())
            .findFirst();
    this.chance = chance;
    for (int index = 0; index < OPEN * run.size(); index++) {
      open.add(begun());
    }
  }

  @Override
  public Family family() {
    return Family.OUTREACH;
  }

  @Override
  public List<Action> turn() {
    int index = chance.nextInt(open.size());
    Outreach conversation = open.get(index);
    Action before = latest.get(conversation);
    if (before != null && chance.nextInt(100) < REPEAT) {
      return List.of(before);
    }
    if (conversation.isOver()) {
      conversation = begun();
      open.set(index, conversation);
    }
    Action action = next(conversation);
    latest.put(conversation, action);
    return List.of(action);
  }

  private Outreach begun() {
    int number = all.size();
    boolean mail = number % 4 == 3;
    String recipient =
        mail
            ? "ada-" + number + '@' + run.name() + ".example"
            : "+999" + run.digits(6) + String.format(Locale.ROOT, "%06d", number);
    Outreach begun = new Outreach(run.name(), number, recipient, mail);
    all.add(begun);
    return begun;
  }

  /** What comes next, as the status allows it. */
  private Action next(Outreach conversation) {
    return switch (conversation.planned()) {
      case NONE -> request(conversation);
      case PROCESSING -> first(conversation);
      case INITIAL_MESSAGE_SENT, REPLY_SENT -> {
        boolean replies = twilio.isPresent() && !conversation.isMail();
        yield replies && chance.nextInt(100) < 75
            ? reply(conversation, twilio.get())
            : completed(conversation);
      }
      case PROCESSING_REPLY ->
          chance.nextInt(100) < 15 && !conversation.isHandedOff()
              ? handOff(conversation)
              : answer(conversation);
      case COMPLETED -> throw new IllegalStateException("nothing comes after the end");
    };
  }

  private Action request(Outreach conversation) {
    conversation.plan(Outreach.Status.PROCESSING);
    ObjectNode body = Run.object();
    ObjectNode company = body.putObject("company_data");
    company.put("company_id", run.name()).put("project_id", Outreach.PROJECT);
    ObjectNode recipient = body.putObject("recipient_data").put("comms_consent", true);
    ObjectNode config = company.putObject("channel_config");
    ObjectNode request = body.putObject("request_data");
    request.put("request_id", conversation.requestId());
    if (conversation.isMail()) {
      config.put("company_email", "jobs@" + run.name() + ".example");
      recipient.put("recipient_email", conversation.recipient());
      request.put("channel_method", "email");
    } else {
      config.put("company_whatsapp_number", number());
      recipient.put("recipient_tel", conversation.recipient());
      request.put("channel_method", "whatsapp");
    }
    return once(
        conversation,
        Call.of("POST", CONVERSATIONS, service, body),
        () -> conversation.reached(Outreach.Status.PROCESSING));
  }

  private Action first(Outreach conversation) {
    conversation.plan(Outreach.Status.INITIAL_MESSAGE_SENT);
    return message(conversation, "initial_message_sent", Outreach.Status.INITIAL_MESSAGE_SENT);
  }

  private Action answer(Outreach conversation) {
    conversation.plan(Outreach.Status.REPLY_SENT);
    return message(conversation, "reply_sent", Outreach.Status.REPLY_SENT);
  }

  private Action message(Outreach conversation, String type, Outreach.Status then) {
    ObjectNode update = conversation.update(type);
    String text = "Message " + chance.nextInt(1_000_000);
    update.putObject("message").put("content", text);
    return update(
        conversation,
        update,
        () -> {
          conversation.said("assistant", text);
          conversation.reached(then);
        });
  }

  private Action handOff(Outreach conversation) {
    conversation.planHandOff();
    ObjectNode update = conversation.update("hand_off").put("reason", "Asks for a person");
    return update(conversation, update, conversation::handedOff);
  }

  private Action completed(Outreach conversation) {
    conversation.plan(Outreach.Status.COMPLETED);
    return update(
        conversation,
        conversation.update("completed"),
        () -> conversation.reached(Outreach.Status.COMPLETED));
  }

  private Action reply(Outreach conversation, ProviderAccount account) {
    conversation.plan(Outreach.Status.PROCESSING_REPLY);
    String text = "Reply " + chance.nextInt(1_000_000);
    TreeMap<String, String> form = new TreeMap<>();
    form.put("MessageSid", conversation.nextSid(run));
    form.put("AccountSid", account.accountSid().orElse("AC" + "0".repeat(32)));
    form.put("From", "whatsapp:" + conversation.recipient());
    form.put("To", "whatsapp:" + number());
    form.put("SmsStatus", "received");
    form.put("NumMedia", "0");
    form.put("Body", text);
    return once(
        conversation,
        account.signed(form),
        () -> {
          conversation.said("user", text);
          conversation.reached(Outreach.Status.PROCESSING_REPLY);
        });
  }

  private Action update(Outreach conversation, ObjectNode body, Runnable first) {
    String id = URLEncoder.encode(conversation.id(), StandardCharsets.UTF_8);
    return once(
        conversation, Call.of("POST", CONVERSATIONS + '/' + id + "/updates", service, body), first);
  }

  /** However often it is sent, it counts when it is accepted for the first time. */
  private Action once(Outreach conversation, Call call, Runnable first) {
    boolean[] counted = new boolean[1];
    return Action.of(
        family(),
        conversation.requestId(),
        call,
        answer -> {
          if (!counted[0]) {
            counted[0] = true;
            first.run();
          }
        },
        conversation::lost);
  }

  /** The company's. */
  private String number() {
    return "+9990" + run.digits(9);
  }

  @Override
  public List<Partition> expected(Tables tables) {
    return all.stream()
        .filter(conversation -> conversation.isBegun() && !conversation.isUnknown())
        .map(
            conversation ->
                new Partition(
                    family(),
                    "conversations-dev",
                    "primary_channel",
                    conversation.recipient(),
                    "conversation_id",
                    conversation::wanted))
        .toList();
  }

  @Override
  public long unknown() {
    return all.stream().filter(Outreach::isUnknown).count();
  }
}

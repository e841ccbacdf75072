package io.tributary.traffic.outreach;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.RunDigits;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.channel.Providers;
import io.tributary.traffic.generator.RandomChoices;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Requests, updates that are allowed and that are not, and replies on the channels of which there
 * are accounts, of few recipients with several conversations each; some are to be refused.
 */
final class OutreachTraffic implements Traffic {

  private static final String CONVERSATIONS = "/v1/outreach/conversations";
  private static final int ATTEMPTS = 60;

  /** Conversations that updates are mostly of. */
  private static final int NEWEST = 6;

  private static final int MOST = 50;

  /** Requests that may come again. */
  private static final int REMEMBERED = 500;

  private static final List<String> METHODS = List.of("whatsapp", "sms", "email");

  private final RandomChoices random;
  private final String run;
  private final Credentials credentials;
  private final Providers providers;
  private final Map<String, String> application;
  private final List<String> channels = new ArrayList<>();
  private final List<String> conversations = new ArrayList<>();
  private final List<Supplier<Request>> sent = new ArrayList<>();
  private final RequestFactory factory;

  OutreachTraffic(long seed, String run, Credentials credentials, InstantSource clock) {
    this.random = new RandomChoices(seed);
    this.run = run;
    this.factory = new RequestFactory(run, Map.of());
    this.credentials = credentials;
    this.providers = new Providers(credentials, clock);
    this.application = json(credentials.serviceToken());
    for (String provider : List.of("twilio-whatsapp", "twilio-sms", "sendgrid")) {
      providers.accounts(provider).forEach(account -> channels.add(provider + '/' + account));
    }
    conversations.add(run + "#p#never#" + number(0).substring(1));
  }

  private static Map<String, String> json(String token) {
    return Map.of("Authorization", "Bearer " + token, "Content-Type", "application/json");
  }

  @Override
  public List<Request> preparation() {
    return List.of();
  }

  @Override
  public Request next() {
    int chance = random.below(100);
    if (chance < 15 && !sent.isEmpty()) {
      return named(Verdict.ACCEPTED, random.of(sent).get());
    }
    if (chance < 21) {
      return named(Verdict.REFUSED, refused());
    }
    Supplier<Request> request;
    if (chance < 35 || conversations.size() == 1) {
      request = request();
    } else {
      request = chance < 68 || channels.isEmpty() ? update() : reply();
    }
    if (sent.size() < REMEMBERED) {
      sent.add(request);
    } else {
      sent.set(random.below(REMEMBERED), request);
    }
    return named(Verdict.ACCEPTED, request.get());
  }

  @Override
  public void settled(Delivery delivery) {
    // no request depends on the answer to another
  }

  private Request named(Verdict verdict, Request request) {
    return factory.request(
        verdict,
        request.method(),
        request.path(),
        request.headers(),
        request.body(),
        request.attempts());
  }

  /** Number that no request before has had. */
  private int count() {
    return (int) factory.count();
  }

  /** Number of a recipient, E.164. */
  private String number(int which) {
    return "+9" + RunDigits.of(run, 11) + which;
  }

  private String mail(int which) {
    return "ann" + which + '@' + run + ".example";
  }

  /** Number of the company; only the first two begin conversations. */
  private String companyNumber(int which) {
    return "+8" + RunDigits.of(run, 11) + which;
  }

  private String companyMail(int which) {
    return "jobs" + which + '@' + run + ".example";
  }

  private Supplier<Request> request() {
    String method = random.of(METHODS);
    boolean mail = method.equals("email");
    String recipient = mail ? mail(random.below(2)) : number(random.below(3));
    // some ids are used again, for something else
    int number = random.oneIn(12) ? random.below(count() + 1) : count();
    int sender = random.below(2);
    if (conversations.size() > MOST) {
      conversations.remove(1);
    }
    conversations.add(run + "#p#r" + number + '#' + (mail ? recipient : recipient.substring(1)));
    Request request =
        post(
            CONVERSATIONS,
            body(
                method,
                recipient,
                "r" + number,
                mail ? companyMail(sender) : companyNumber(sender)));
    return () -> request;
  }

  private String body(String method, String recipient, String requestId, String sender) {
    boolean mail = method.equals("email");
    String member = mail ? "company_email" : "company_" + method + "_number";
    return "{\"company_data\":{\"company_id\":\""
        + run
        + "\",\"project_id\":\"p\",\"company_rep\":{\"name\":\"Carol\",\"age\":null},"
        + "\"channel_config\":{\""
        + method
        + "\":{"
        + (random.oneIn(15) ? "" : "\"" + member + "\":\"" + sender + "\",")
        + "\"weight\":0.50}}"
        + route(recipient)
        + "},\"recipient_data\":{\"recipient_"
        + (mail ? "email" : "tel")
        + "\":\""
        + (mail ? recipient.toUpperCase(Locale.ROOT) : recipient)
        + "\",\"recipient_first_name\":\"Ann\"},\"request_data\":{\"request_id\":\""
        + requestId
        + "\",\"channel_method\":\""
        + method
        + "\"},\"project_data\":{\"ref\":"
        + random.below(3)
        + "}}";
  }

  private String route(String recipient) {
    return switch (random.below(5)) {
      case 0 -> ",\"auto_queue_reply_message\":true";
      case 1 ->
          ",\"auto_queue_reply_message\":true,\"auto_queue_reply_message_from_number\":[\"whatsapp:"
              + number(0)
              + "\"],\"auto_queue_reply_message_from_email\":[\""
              + mail(0).replace('a', 'A')
              + "\"]";
      case 2 ->
          ",\"auto_queue_reply_message\":false,\"auto_queue_reply_message_from_number\":[\""
              + recipient
              + "\"]";
      default -> "";
    };
  }

  private Supplier<Request> update() {
    int size = conversations.size();
    String conversation =
        random.oneIn(20)
            ? conversations.get(0)
            : conversations.get(size - 1 - random.below(Math.min(NEWEST, size - 1)));
    // some ids are used again, for something else
    String id = "u" + (random.oneIn(10) ? random.below(count() + 1) : count());
    Request update = post(updates(conversation), body(id));
    return () -> update;
  }

  private static String updates(String conversation) {
    return CONVERSATIONS + '/' + conversation.replace("#", "%23") + "/updates";
  }

  private String body(String id) {
    String message =
        random.oneIn(4)
            ? ""
            : ",\"message\":{\"content\":\"said by " + id + " \u2764\",\"ai_total_tokens\":597}";
    return switch (random.below(12)) {
      case 0, 1, 2, 3 ->
          update(
              id,
              "initial_message_sent",
              ",\"thread_id\":\"thread-" + id + "\",\"processing_time_ms\":1500" + message);
      case 4 -> update(id, "failed", ",\"reason\":\"no such number\"");
      case 5, 6, 7, 8 -> update(id, "reply_sent", message);
      case 9 -> update(id, "hand_off", random.coin() ? "" : ",\"reason\":\"because of " + id + '"');
      case 10 -> update(id, "function_call", ",\"function_call_type\":\"submit-" + id + '"');
      default -> update(id, "completed", "");
    };
  }

  private static String update(String id, String type, String more) {
    return "{\"update_id\":\"" + id + "\",\"type\":\"" + type + '"' + more + '}';
  }

  private Supplier<Request> reply() {
    String channel = random.of(channels);
    int end = channel.indexOf('/');
    String provider = channel.substring(0, end);
    String account = channel.substring(end + 1);
    String id = "SM" + run + count();
    String text = "text " + count() + " \u2764 & more";
    if (provider.equals("sendgrid")) {
      Map<String, String> mail =
          mail(mail(random.below(2)), companyMail(random.below(3)), id, text);
      return () -> providers.sendgrid(account, mail);
    }
    // the last number begins no conversation, and some senders cannot be read
    String from = random.oneIn(20) ? "nobody:" : number(random.below(3));
    Map<String, String> form = form(provider, from, companyNumber(random.below(9) / 4), id, text);
    return () -> providers.twilio(provider, account, form);
  }

  private Map<String, String> form(
      String provider, String from, String to, String id, String text) {
    String addressing = provider.equals("twilio-whatsapp") ? "whatsapp:" : "";
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("From", addressing + from);
    fields.put("To", addressing + to);
    fields.put("MessageSid", id);
    fields.put("AccountSid", credentials.accountSid());
    fields.put("NumMedia", "0");
    fields.put("ToState", "");
    fields.put("Body", text);
    return fields;
  }

  private Map<String, String> mail(String from, String to, String id, String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("headers", "Message-ID: <" + id + '@' + run + ".example>");
    fields.put("from", from);
    fields.put("to", to);
    fields.put("envelope", "{\"to\":[\"" + to + "\"],\"from\":\"bounces@" + run + ".example\"}");
    fields.put("text", text);
    return fields;
  }

  /** A request that is not to be taken, whatever is there. */
  private Request refused() {
    String request = body("sms", number(0), "r" + count(), companyNumber(0));
    return switch (random.below(channels.isEmpty() ? 6 : 8)) {
      case 0 -> post(CONVERSATIONS, request.replace("\"request_id\"", "\"id\""));
      case 1 -> post(CONVERSATIONS, request.replace("\"sms\"}", "\"smoke\"}"));
      case 2 -> post(CONVERSATIONS, with("\"project_status\":\"paused\"", request));
      case 3 -> post(CONVERSATIONS, with("\"allowed_channels\":[\"email\"]", request));
      case 4 -> new Request("POST", CONVERSATIONS, json("wrong"), request, ATTEMPTS);
      case 5 -> post(updates(conversations.get(0)), update("u", "sleeping", ""));
      default -> Providers.forged(reply().get());
    };
  }

  private static String with(String member, String request) {
    return request.replace("\"project_id\"", member + ",\"project_id\"");
  }

  private Request post(String path, String body) {
    return new Request("POST", path, application, body, ATTEMPTS);
  }
}

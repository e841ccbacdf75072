package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Credential;
import io.tributary.cli.client.ProviderAccount;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A tenant whose people chat with an assistant, by Slack and WhatsApp where there are accounts of
 * them, else through the application. Providers deliver some messages again; the assistant replies;
 * some conversations are cleared, and go on.
 */
final class TenantsTraffic implements Traffic {

  private static final int OPEN = 10;
  private static final int MOST_MESSAGES = 50;

  /** Of a hundred turns those below this one, and not below the one before, are of that kind. */
  private static final int REPEAT = 20;

  private static final int CLEAR = 24;
  private static final int REPLY = 50;

  private final Run run;
  private final Credential admin;
  private final Credential service;
  private final List<ProviderAccount> accounts;
  private final SplittableRandom chance;
  private final List<Chat> chats = new ArrayList<>();
  private final List<Chat> open = new ArrayList<>();
  private final Map<Chat, Action> latest = new HashMap<>();

  /**
   * Traffic of one tenant.
   *
   * @param accounts those of Slack and Meta are used
   */
  TenantsTraffic(
      Run run,
      Credential admin,
      Credential service,
      List<ProviderAccount> accounts,
      SplittableRandom chance) {
    this.run = run;
    this.admin = admin;
    this.service = service;
    this.accounts = accounts.stream().filter(TenantsTraffic::isUsed).toList();
    this.chance = chance;
    for (int index = 0; index < OPEN * run.size(); index++) {
      open.add(begun());
    }
  }

  /** Whether its messages can be of a run alone: other accounts are channels of somebody. */
  private static boolean isUsed(ProviderAccount account) {
    return account.provider().equals(ProviderAccount.SLACK)
        || account.provider().equals(ProviderAccount.META);
  }

  @Override
  public Family family() {
    return Family.TENANTS;
  }

  @Override
  public void prepare(Gateway gateway) throws InterruptedException {
    String tenant = "/v1/admin/tenants/" + run.name();
    ObjectNode body = Run.object().put("name", run.name()).put("status", "active");
    body.putObject("settings").put("simulated", true);
    gateway.require(Call.of("PUT", tenant, admin, body));
    for (String channel : channels()) {
      gateway.require(Call.of("PUT", tenant + "/channels/" + channel, admin, Run.object()));
    }
  }

  private List<String> channels() {
    return accounts.stream()
        .map(
            account ->
                account.provider().equals(ProviderAccount.SLACK)
                    ? "slack/" + workspace()
                    : "whatsapp/" + phone())
        .distinct()
        .toList();
  }

  private String workspace() {
    return "TSIM" + run.id().toUpperCase(Locale.ROOT);
  }

  private String phone() {
    return "999" + run.digits(12);
  }

  @Override
  public List<Action> turn() {
    int index = chance.nextInt(open.size());
    Chat chat = open.get(index);
    if (chat.messages >= MOST_MESSAGES) {
      chat = begun();
      open.set(index, chat);
    }
    int kind = chance.nextInt(100);
    Action before = latest.get(chat);
    if (before != null && kind < REPEAT) {
      return List.of(before);
    }
    Action action = before == null ? said(chat) : next(chat, kind);
    latest.put(chat, action);
    return List.of(action);
  }

  private Action next(Chat chat, int kind) {
    if (kind < CLEAR) {
      return clear(chat);
    }
    return kind < REPLY ? reply(chat) : said(chat);
  }

  private Chat begun() {
    int number = chats.size();
    Optional<ProviderAccount> account =
        accounts.isEmpty() ? Optional.empty() : Optional.of(accounts.get(number % accounts.size()));
    String id =
        account
            .map(
                by ->
                    by.provider().equals(ProviderAccount.SLACK)
                        ? "slack-D" + number
                        : "wa-" + phone() + '-' + sender(number))
            .orElse("web-" + number);
    Chat chat = new Chat(number, id, account);
    chats.add(chat);
    return chat;
  }

  private static String sender(int number) {
    return String.format(Locale.ROOT, "9990%06d", number);
  }

  private Action reply(Chat chat) {
    String text = chat.next("Answer ", chance);
    Call call = post(chat, "assistant", text);
    return once(chat, () -> call, answer -> chat.answered(text));
  }

  /** Under a key, so that one that is sent again takes nothing away that was said after it. */
  private Action clear(Chat chat) {
    String key = "c-" + chat.number + '-' + ++chat.clears;
    Call call = new Call("DELETE", conversation(chat), service, Map.of("Idempotency-Key", key), "");
    return once(chat, () -> call, answer -> chat.cleared());
  }

  private String conversation(Chat chat) {
    return "/v1/tenants/" + run.name() + "/conversations/" + chat.id;
  }

  private Action said(Chat chat) {
    String text = chat.next("Question ", chance);
    String id = run.id() + '-' + chat.number + '-' + chat.messages;
    Call posted = post(chat, "user", text);
    Supplier<Call> call =
        chat.account
            .<Supplier<Call>>map(
                account -> {
                  String body =
                      account.provider().equals(ProviderAccount.SLACK)
                          ? slack(chat, id, text)
                          : meta(chat, id, text);
                  return () -> account.signed(run.clock().instant(), body);
                })
            .orElseGet(() -> () -> posted);
    return once(chat, call, answer -> chat.asked(text));
  }

  /** However often it is sent, it counts when it is accepted for the first time. */
  private Action once(Chat chat, Supplier<Call> call, Consumer<JsonNode> first) {
    boolean[] counted = new boolean[1];
    return new Action(
        family(),
        chat.id,
        () -> Optional.of(call.get()),
        answer -> {
          if (!counted[0]) {
            counted[0] = true;
            first.accept(answer);
          }
        },
        chat::lost);
  }

  private Call post(Chat chat, String role, String text) {
    ObjectNode body = Run.object().put("message_id", "m-" + chat.messages);
    return Call.of(
        "POST",
        conversation(chat) + "/messages",
        service,
        body.put("role", role).put("content", text));
  }

  private String slack(Chat chat, String id, String text) {
    ObjectNode body = Run.object().put("type", "event_callback").put("team_id", workspace());
    body.put("api_app_id", "ASIM").put("event_id", "Ev" + id);
    body.put("event_time", run.start().getEpochSecond());
    body.putObject("event")
        .put("type", "message")
        .put("channel", "D" + chat.number)
        .put("channel_type", "im")
        .put("user", "U" + chat.number)
        .put("text", text)
        .put(
            "ts",
            run.start().getEpochSecond() + "." + String.format(Locale.ROOT, "%06d", chat.messages));
    return body.toString();
  }

  private String meta(Chat chat, String id, String text) {
    ObjectNode body = Run.object().put("object", "whatsapp_business_account");
    ObjectNode change =
        body.putArray("entry").addObject().put("id", "1").putArray("changes").addObject();
    ObjectNode value = change.put("field", "messages").putObject("value");
    value.put("messaging_product", "whatsapp");
    value
        .putObject("metadata")
        .put("display_phone_number", phone())
        .put("phone_number_id", phone());
    ObjectNode message = value.putArray("messages").addObject();
    message.put("from", sender(chat.number)).put("id", "wamid." + id);
    message.put("timestamp", Long.toString(run.start().getEpochSecond()));
    message.put("type", "text").putObject("text").put("body", text);
    return body.toString();
  }

  @Override
  public List<Partition> expected(Tables tables) {
    return List.of(
        new Partition(family(), "tenants", "pk", "TENANT#" + run.name(), "sk", found -> tenant()),
        new Partition(family(), "conversations", "pk", run.name(), "sk", this::conversations));
  }

  private Map<String, ObjectNode> tenant() {
    Map<String, ObjectNode> wanted = new HashMap<>();
    wanted.put("META", Run.object().put("name", run.name()).put("status", "active"));
    for (String channel : channels()) {
      String key = "CHANNEL#" + channel.replace('/', '#');
      wanted.put(key, Run.object().put("gsi1pk", key).put("gsi1sk", "TENANT#" + run.name()));
    }
    return wanted;
  }

  private Map<String, ObjectNode> conversations(Map<String, ObjectNode> found) {
    Map<String, ObjectNode> wanted = new HashMap<>();
    for (Chat chat : chats) {
      ObjectNode item = found.get(chat.id);
      if (chat.unknown) {
        // whatever there is
        if (item != null) {
          wanted.put(chat.id, Run.object());
        }
      } else if (chat.isBegun()) {
        wanted.put(chat.id, chat.wanted(item));
      }
    }
    return wanted;
  }

  @Override
  public long unknown() {
    return chats.stream().filter(chat -> chat.unknown).count();
  }
}

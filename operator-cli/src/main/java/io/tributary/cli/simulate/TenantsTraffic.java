package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.operations.requests.ProviderAccount;
import io.tributary.schemas.topic.Family;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A tenant whose people chat with an assistant: by Slack and WhatsApp where there are accounts,
 * else through the application. Some conversations are cleared.
 */
final class TenantsTraffic extends Traffic<TenantsTraffic.Chat> {

  private static final int MOST_MESSAGES = 50;
  private static final int CLEARS = 4;
  private static final int REPLIES = 34;

  private final Map<String, String> admin;
  private final Map<String, String> service;
  private final List<ProviderAccount> accounts;

  TenantsTraffic(
      Run run,
      SplittableRandom random,
      Map<String, String> admin,
      Map<String, String> service,
      List<ProviderAccount> accounts) {
    super(Family.TENANTS, run, random, 10);
    this.admin = admin;
    this.service = service;
    this.accounts =
        accounts.stream()
            .filter(each -> each.is(ProviderAccount.SLACK) || each.is(ProviderAccount.META))
            .toList();
  }

  /** A conversation, with its accepted messages. */
  static final class Chat extends Sender {

    private final int number;
    private final Optional<ProviderAccount> account;
    private final Dialogue accepted = new Dialogue();
    private int planned;

    Chat(String id, int number, Optional<ProviderAccount> account) {
      super(id);
      this.number = number;
      this.account = account;
    }

    @Override
    boolean isOver() {
      return planned >= MOST_MESSAGES;
    }
  }

  @Override
  Chat sender(int number) {
    if (accounts.isEmpty()) {
      return new Chat("web-" + number, number, Optional.empty());
    }
    ProviderAccount account = accounts.get(number % accounts.size());
    String id =
        account.is(ProviderAccount.SLACK)
            ? "slack-D" + number
            : "wa-" + phone() + '-' + phoneOf(number);
    return new Chat(id, number, Optional.of(account));
  }

  @Override
  void prepare(Gateway gateway) throws InterruptedException {
    String tenant = "/v1/admin/tenants/" + run().name();
    ObjectNode body = Run.object().put("name", run().name()).put("status", "active");
    body.putObject("settings").put("simulated", true);
    gateway.require(Call.of("PUT", tenant, admin, body));
    for (String channel : channels()) {
      gateway.require(Call.of("PUT", tenant + "/channels/" + channel, admin, Run.object()));
    }
  }

  private List<String> channels() {
    return accounts.stream()
        .map(
            each -> each.is(ProviderAccount.SLACK) ? "slack/" + workspace() : "whatsapp/" + phone())
        .distinct()
        .toList();
  }

  private String workspace() {
    return "TSIM" + run().id().toUpperCase(Locale.ROOT);
  }

  private String phone() {
    return "999" + run().digits(12);
  }

  private static String phoneOf(int number) {
    return String.format(Locale.ROOT, "9990%06d", number);
  }

  @Override
  List<Action> next(Chat chat) {
    int kind = chat.planned == 0 ? 100 : random(100);
    chat.planned++;
    if (kind < CLEARS) {
      return List.of(clear(chat));
    }
    boolean reply = kind < REPLIES;
    String text = (reply ? "Answer " : "Question ") + chat.planned + ": " + random(1_000_000);
    return List.of(reply ? reply(chat, text) : question(chat, text));
  }

  private Action clear(Chat chat) {
    // under a key: repeated, it must not take away later messages
    String key = "c-" + chat.number + '-' + chat.planned;
    return once(
        chat,
        new Call("DELETE", path(chat), service, "").with("Idempotency-Key", key),
        answer -> chat.accepted.clear());
  }

  private Action reply(Chat chat, String text) {
    return once(
        chat, post(chat, "assistant", text), answer -> chat.accepted.say("assistant", text));
  }

  private Action question(Chat chat, String text) {
    String id = run().id() + '-' + chat.number + '-' + chat.planned;
    Call posted = post(chat, "user", text);
    Supplier<Call> call =
        chat.account
            .<Supplier<Call>>map(
                account -> {
                  String body = body(account, chat, id, text);
                  return () -> account.signed(run().clock().instant(), body);
                })
            .orElse(() -> posted);
    return once(chat, () -> Optional.of(call.get()), answer -> chat.accepted.say("user", text));
  }

  private String body(ProviderAccount account, Chat chat, String id, String text) {
    long second = run().start().getEpochSecond();
    Map<String, Object> values = new HashMap<>();
    values.put("account", account.is(ProviderAccount.SLACK) ? workspace() : phone());
    values.put("id", id);
    values.put("second", second);
    values.put("time", Long.toString(second));
    values.put("chat", account.is(ProviderAccount.SLACK) ? chat.number : phoneOf(chat.number));
    values.put("number", String.format(Locale.ROOT, "%06d", chat.planned));
    values.put("text", text);
    return JsonTemplate.text(Run.body(account.provider(), values));
  }

  private String path(Chat chat) {
    return "/v1/tenants/" + run().name() + "/conversations/" + chat.id();
  }

  private Call post(Chat chat, String role, String text) {
    ObjectNode body = Run.object().put("message_id", "m-" + chat.planned);
    body.put("role", role).put("content", text);
    return Call.of("POST", path(chat) + "/messages", service, body);
  }

  @Override
  List<Partition> expected() {
    Map<String, ObjectNode> tenant = new HashMap<>();
    tenant.put("META", Run.object().put("name", run().name()).put("status", "active"));
    for (String channel : channels()) {
      tenant.put("CHANNEL#" + channel.replace('/', '#'), Run.object());
    }
    return List.of(
        new Partition(family(), "tenants", "pk", "TENANT#" + run().name(), "sk", found -> tenant),
        new Partition(family(), "conversations", "pk", run().name(), "sk", this::conversations));
  }

  private Map<String, ObjectNode> conversations(Map<String, ObjectNode> found) {
    Map<String, ObjectNode> expected = new HashMap<>();
    for (Chat chat : senders()) {
      if (!chat.accepted.isEmpty()) {
        expected.put(chat.id(), chat.accepted.expected(found.get(chat.id())));
      }
    }
    return expected;
  }
}

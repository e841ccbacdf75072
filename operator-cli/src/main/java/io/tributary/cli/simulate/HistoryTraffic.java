package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.Call;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Users who talk to an assistant, thread after thread, and give feedback to answers. */
final class HistoryTraffic extends Traffic<HistoryTraffic.User> {

  private static final String TENANT = "main";
  private static final int MOST_MESSAGES = 40;
  private static final int FEEDBACK = 15;

  private final Map<String, String> service;

  HistoryTraffic(Run run, SplittableRandom random, Map<String, String> service) {
    super(Family.HISTORY, run, random, 12);
    this.service = service;
  }

  /** A user, with the accepted items of the threads. */
  static final class User extends Sender {

    private final List<ChatThread> chats = new ArrayList<>();

    User(String id) {
      super(id);
    }
  }

  private static final class ChatThread {

    private final String id;
    private final List<ObjectNode> planned = new ArrayList<>();
    private final Map<String, ObjectNode> messages = new LinkedHashMap<>();
    private final ObjectNode item = Run.object();

    ChatThread(int number) {
      this.id = "t-" + number;
    }

    String sort() {
      return "THREAD#" + id;
    }

    void stored(ObjectNode message) {
      messages.put(sort(message), message);
      long asked = messages.keySet().stream().filter(sort -> sort.startsWith("MSG#")).count();
      item.put("user_message_count", asked);
    }

    static String sort(ObjectNode message) {
      return String.format(
          Locale.ROOT,
          "%s#%019d#%s",
          message.path("role").asText().equals("user") ? "MSG" : "LLM",
          message.path("timestamp").asLong(),
          message.path("message_id").asText());
    }
  }

  @Override
  User sender(int number) {
    return new User("u-" + number);
  }

  @Override
  List<Action> next(User user) {
    if (user.chats.isEmpty() || last(user).planned.size() >= MOST_MESSAGES) {
      user.chats.add(new ChatThread(user.chats.size()));
    }
    ChatThread chat = last(user);
    int kind = chat.planned.isEmpty() ? 100 : random(100);
    return kind < FEEDBACK ? feedback(user, chat) : message(user, chat);
  }

  private static ChatThread last(User user) {
    return user.chats.get(user.chats.size() - 1);
  }

  private List<Action> message(User user, ChatThread chat) {
    int number = chat.planned.size() + 1;
    boolean question = number % 2 == 1;
    ObjectNode message =
        Run.object()
            .put("message_id", "m-" + number)
            .put("role", question ? "user" : "assistant")
            .put("content", (question ? "Question " : "Answer ") + random(1_000_000))
            .put("timestamp", run().start().toEpochMilli() + number);
    chat.planned.add(message);
    return post("messages", user, message, answer -> chat.stored(message.deepCopy()));
  }

  private List<Action> feedback(User user, ChatThread chat) {
    ObjectNode message = chat.planned.get(random(chat.planned.size()));
    String verso = random(2) == 0 ? "up" : "down";
    ObjectNode body =
        Run.object().put("verso", verso).put("message_id", message.path("message_id").asText());
    return post(
        "feedback",
        user,
        body,
        answer -> chat.messages.getOrDefault(ChatThread.sort(message), body).put("verso", verso));
  }

  private List<Action> post(String path, User user, ObjectNode members, Consumer<JsonNode> effect) {
    ObjectNode body =
        members
            .deepCopy()
            .put("org_id", run().name())
            .put("tenant_id", TENANT)
            .put("user_id", user.id())
            .put("thread_id", last(user).id);
    return List.of(once(user, Call.of("POST", "/v1/history/" + path, service, body), effect));
  }

  @Override
  List<Partition> expected() {
    List<Partition> all = new ArrayList<>();
    for (User user : senders()) {
      String key = run().name() + '#' + TENANT + '#' + user.id();
      Map<String, ObjectNode> list = new LinkedHashMap<>();
      for (ChatThread chat : user.chats) {
        if (!chat.messages.isEmpty()) {
          Map<String, ObjectNode> items = new LinkedHashMap<>(chat.messages);
          items.put(chat.sort(), chat.item);
          all.add(partition(key + '#' + chat.id, items));
          list.put(chat.sort(), chat.item);
        }
      }
      all.add(partition(key, list));
    }
    return all;
  }

  private Partition partition(String key, Map<String, ObjectNode> items) {
    return new Partition(family(), "history", "PK", key, "SK", found -> items);
  }
}

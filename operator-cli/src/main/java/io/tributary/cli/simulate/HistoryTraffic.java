package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Credential;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Users who talk to an assistant, thread after thread. Some messages are told twice, the second
 * time with another timestamp; threads get other titles, and answers feedback.
 */
final class HistoryTraffic implements Traffic {

  private static final int OPEN = 12;
  private static final int USERS = 8;
  private static final int MOST_MESSAGES = 40;

  /** Of a hundred turns those below this one, and not below the one before, are of that kind. */
  private static final int REPEAT = 15;

  private static final int TITLE = 20;
  private static final int FEEDBACK = 30;

  private final Run run;
  private final Credential service;
  private final SplittableRandom chance;
  private final List<UserThread> threads = new ArrayList<>();
  private final List<UserThread> open = new ArrayList<>();

  HistoryTraffic(Run run, Credential service, SplittableRandom chance) {
    this.run = run;
    this.service = service;
    this.chance = chance;
    for (int index = 0; index < OPEN * run.size(); index++) {
      open.add(begun());
    }
  }

  @Override
  public Family family() {
    return Family.HISTORY;
  }

  @Override
  public List<Action> turn() {
    int index = chance.nextInt(open.size());
    UserThread thread = open.get(index);
    if (thread.planned.size() >= MOST_MESSAGES) {
      thread = begun();
      open.set(index, thread);
    }
    int kind = thread.planned.isEmpty() ? 100 : chance.nextInt(100);
    if (kind < REPEAT) {
      return List.of(repeat(thread));
    }
    if (kind < TITLE) {
      return List.of(title(thread));
    }
    return List.of(kind < FEEDBACK ? feedback(thread) : message(thread));
  }

  private UserThread begun() {
    UserThread thread = new UserThread(run, threads.size());
    threads.add(thread);
    return thread;
  }

  private Action message(UserThread thread) {
    int number = thread.planned.size() + 1;
    boolean user = number % 2 == 1;
    ObjectNode message =
        Run.object()
            .put("message_id", "m-" + number)
            .put("role", user ? "user" : "assistant")
            .put("content", (user ? "Question " : "Answer ") + chance.nextInt(1_000_000))
            .put("timestamp", run.start().toEpochMilli() + number);
    thread.planned.add(message);
    return post("messages", thread, message, answer -> thread.stored(message));
  }

  private Action repeat(UserThread thread) {
    ObjectNode message = thread.planned.get(thread.planned.size() - 1);
    ObjectNode again = message.deepCopy().put("timestamp", message.path("timestamp").asLong() + 1);
    return post("messages", thread, again, answer -> {});
  }

  private Action title(UserThread thread) {
    String title = "Title " + chance.nextInt(1_000_000);
    return post(
        "threads",
        thread,
        Run.object().put("title", title),
        answer -> thread.item.put("title", title));
  }

  private Action feedback(UserThread thread) {
    ObjectNode message = thread.planned.get(chance.nextInt(thread.planned.size()));
    String verso = chance.nextBoolean() ? "up" : "down";
    return post(
        "feedback",
        thread,
        Run.object().put("verso", verso).<ObjectNode>set("message_id", message.get("message_id")),
        answer -> thread.judged(message, verso));
  }

  private Action post(
      String path, UserThread thread, ObjectNode members, Consumer<JsonNode> accepted) {
    ObjectNode body = members.deepCopy();
    body.put("org_id", run.name()).put("tenant_id", UserThread.TENANT);
    body.put("user_id", thread.user).put("thread_id", thread.id);
    return Action.of(
        family(),
        thread.id,
        Call.of("POST", "/v1/history/" + path, service, body),
        accepted,
        thread::lost);
  }

  @Override
  public List<Partition> expected(Tables tables) {
    List<Partition> all = new ArrayList<>();
    Map<String, List<UserThread>> lists = new LinkedHashMap<>();
    for (UserThread thread : threads) {
      lists.computeIfAbsent(thread.listKey(), missing -> new ArrayList<>()).add(thread);
      if (!thread.unknown && !thread.items.isEmpty()) {
        all.add(partition(thread.key(), found -> thread.all()));
      }
    }
    lists.forEach((key, list) -> all.add(partition(key, found -> listed(list, found))));
    return all;
  }

  /** Threads in their user's list; of one that is unknown, whatever there is. */
  private static Map<String, ObjectNode> listed(
      List<UserThread> threads, Map<String, ObjectNode> found) {
    Map<String, ObjectNode> list = new LinkedHashMap<>();
    for (UserThread thread : threads) {
      if (!thread.unknown && !thread.items.isEmpty()) {
        list.put(thread.sort(), thread.item);
      } else if (thread.unknown && found.containsKey(thread.sort())) {
        list.put(thread.sort(), Run.object());
      }
    }
    return list;
  }

  private static Partition partition(String key, Partition.Wanted wanted) {
    return new Partition(Family.HISTORY, "history", "PK", key, "SK", wanted);
  }

  @Override
  public long unknown() {
    return threads.stream().filter(thread -> thread.unknown).count();
  }

  private static final class UserThread {

    private static final String TENANT = "main";

    private final String org;
    private final String id;
    private final String user;
    private final List<ObjectNode> planned = new ArrayList<>();
    private final Map<String, ObjectNode> items = new LinkedHashMap<>();
    private final ObjectNode item = Run.object();
    private boolean unknown;

    UserThread(Run run, int number) {
      this.org = run.name();
      this.id = "t-" + number;
      this.user = "u-" + number % (USERS * run.size());
    }

    void stored(ObjectNode message) {
      items.put(sort(message), message.deepCopy());
      long asked =
          items.values().stream().filter(each -> each.path("role").asText().equals("user")).count();
      item.put("user_message_count", asked).put("user_id", user).put("org_id", org);
    }

    void judged(ObjectNode message, String verso) {
      ObjectNode stored = items.get(sort(message));
      if (stored != null) {
        stored.put("verso", verso);
      }
    }

    void lost() {
      unknown = true;
    }

    String listKey() {
      return org + '#' + TENANT + '#' + user;
    }

    String key() {
      return listKey() + '#' + id;
    }

    Map<String, ObjectNode> all() {
      Map<String, ObjectNode> all = new LinkedHashMap<>(items);
      all.put(sort(), item);
      return all;
    }

    String sort() {
      return "THREAD#" + id;
    }

    private static String sort(ObjectNode message) {
      String role = message.path("role").asText().equals("user") ? "MSG" : "LLM";
      return String.format(
          Locale.ROOT,
          "%s#%019d#%s",
          role,
          message.path("timestamp").asLong(),
          message.path("message_id").asText());
    }
  }
}

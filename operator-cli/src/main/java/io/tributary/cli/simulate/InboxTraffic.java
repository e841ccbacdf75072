package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Publishers that send messages to few users, to many or to everyone, and withdraw some; and users
 * who read them.
 */
final class InboxTraffic extends Traffic<InboxTraffic.Publisher> {

  private static final List<String> CATEGORIES = List.of("billing", "promo", "news");
  private static final String ALL = "*";
  private static final int USERS = 150;
  private static final int FEW = 5;
  private static final int MANY = 60;

  /** Upper bounds of the kinds of a hundred requests. */
  private static final int READ = 40;

  private static final int REDACT = 46;
  private static final int PUBLIC = 48;
  private static final int TO_MANY = 56;

  private final Map<String, String> service;
  private final List<User> users;
  private int publications;

  InboxTraffic(Run run, SplittableRandom random, Map<String, String> service) {
    super(Family.INBOX, run, random);
    this.service = service;
    this.users =
        IntStream.range(0, USERS * run.size()).mapToObj(number -> new User("u-" + number)).toList();
  }

  private record User(String uid, Set<Publication> read) {
    User(String uid) {
      this(uid, new HashSet<>());
    }
  }

  static final class Publisher extends Sender {

    private final List<Publication> published = new ArrayList<>();

    Publisher(String id) {
      super(id);
    }
  }

  /** A message to users, or to everyone if there are none. */
  private static final class Publication {

    private final String category;
    private final Set<User> recipients;
    private Optional<String> id = Optional.empty();
    private boolean redacted;

    Publication(String category, Set<User> recipients) {
      this.category = category;
      this.recipients = recipients;
    }

    String sort() {
      return "m#" + id.orElse("");
    }

    ObjectNode item() {
      return Run.object().put("kind", "UM").put("id", id.orElse(""));
    }
  }

  @Override
  int size() {
    return 8;
  }

  @Override
  Publisher sender(int number) {
    return new Publisher("p-" + number);
  }

  @Override
  List<Action> next(Publisher publisher) {
    int kind = publisher.published.isEmpty() ? 100 : random(100);
    if (kind >= REDACT) {
      return List.of(publish(publisher, kind));
    }
    Publication last = publisher.published.get(publisher.published.size() - 1);
    return List.of(kind < READ ? read(publisher, last) : redact(publisher, last));
  }

  private Action publish(Publisher publisher, int kind) {
    Set<User> recipients = new LinkedHashSet<>();
    int count = kind < PUBLIC ? 0 : 1 + random(kind < TO_MANY ? MANY : FEW);
    while (recipients.size() < count) {
      recipients.add(users.get(random(users.size())));
    }
    String category = CATEGORIES.get(random(CATEGORIES.size()));
    Publication publication = new Publication(category, recipients);
    publisher.published.add(publication);
    ObjectNode body =
        Run.body(
            "publication",
            Map.of(
                "kind",
                recipients.isEmpty() ? "everyone" : "users",
                "uids",
                recipients.stream().map(User::uid).toList(),
                "category",
                category,
                "body",
                "x".repeat(random(400))));
    if (recipients.isEmpty()) {
      body.withObject("/audiences").remove("uids");
    }
    return once(
        publisher,
        Call.of("POST", path() + "/messages", service, body)
            .with("Idempotency-Key", "k-" + ++publications),
        answer -> publication.id = Optional.of(answer.path("id").asText()));
  }

  private Action read(Publisher publisher, Publication publication) {
    List<User> readers =
        publication.recipients.isEmpty() ? users : List.copyOf(publication.recipients);
    User user = readers.get(random(readers.size()));
    String path = path() + "/users/" + user.uid() + "/reads";
    return once(
        publisher,
        () ->
            publication.id.map(
                id -> {
                  ObjectNode body = Run.object();
                  body.putArray("messages").add(id);
                  return Call.of("PUT", path, service, body);
                }),
        answer -> user.read().add(publication));
  }

  private Action redact(Publisher publisher, Publication publication) {
    return once(
        publisher,
        () -> publication.id.map(id -> new Call("DELETE", path() + "/messages/" + id, service, "")),
        answer -> publication.redacted = true);
  }

  private String path() {
    return "/v1/inbox/" + run().name() + "/DEFAULT";
  }

  @Override
  List<Partition> expected() {
    Map<User, List<Publication>> own = new HashMap<>();
    List<Publication> open = new ArrayList<>();
    for (Publisher publisher : senders()) {
      for (Publication each : publisher.published) {
        if (each.id.isPresent()) {
          each.recipients.forEach(
              user -> own.computeIfAbsent(user, none -> new ArrayList<>()).add(each));
          if (each.recipients.isEmpty()) {
            open.add(each);
          }
        }
      }
    }
    List<Partition> all = new ArrayList<>();
    all.add(partition("G#$public", found -> everyone(open)));
    for (User user : users) {
      List<Publication> mine = own.getOrDefault(user, List.of());
      all.add(partition("U#" + user.uid(), found -> items(user, mine, open, found)));
    }
    return all;
  }

  private static Map<String, ObjectNode> everyone(List<Publication> open) {
    Map<String, ObjectNode> items = new HashMap<>();
    Counts counts = new Counts();
    for (Publication each : open) {
      if (!each.redacted) {
        items.put(each.sort(), each.item());
      }
      counts.add(each, each.redacted ? 0 : 1, 0);
    }
    items.putAll(counts.items(false));
    return items;
  }

  private static Map<String, ObjectNode> items(
      User user, List<Publication> own, List<Publication> open, Map<String, ObjectNode> found) {
    Map<String, ObjectNode> items = new HashMap<>();
    Counts counts = new Counts();
    for (Publication each : own) {
      if (each.redacted) {
        counts.add(each, 0, 0);
      } else {
        boolean read = user.read().contains(each);
        ObjectNode item = each.item().put("uid", user.uid());
        items.put(each.sort(), read ? item : item.putNull("readat"));
        counts.add(each, 1, read ? 1 : 0);
      }
    }
    addPublic(user, open, found, items, counts);
    items.putAll(counts.items(true));
    return items;
  }

  /** A public message is in a user's partition once it is read. */
  private static void addPublic(
      User user,
      List<Publication> open,
      Map<String, ObjectNode> found,
      Map<String, ObjectNode> items,
      Counts counts) {
    for (Publication each : open) {
      if (user.read().contains(each) && !each.redacted) {
        items.put(each.sort(), Run.object().putNull("kind"));
        counts.add(each, 0, 1);
      } else if (each.redacted && found.containsKey("c#" + each.category)) {
        // counters stay at 0 if it was read before, which no answer tells
        counts.add(each, 0, 0);
      }
    }
  }

  /** Counts of messages by category, and of all. */
  private static final class Counts {

    private final Map<String, long[]> byCategory = new TreeMap<>();

    void add(Publication publication, int published, int read) {
      for (String category : List.of(ALL, publication.category)) {
        long[] counts = byCategory.computeIfAbsent(category, none -> new long[2]);
        counts[0] += published;
        counts[1] += read;
      }
    }

    Map<String, ObjectNode> items(boolean withReads) {
      Map<String, ObjectNode> items = new HashMap<>();
      byCategory.forEach(
          (category, counts) -> {
            ObjectNode item = Run.object().put("kind", "US").put("published", counts[0]);
            items.put("c#" + category, withReads ? item.put("read", counts[1]) : item);
          });
      return items;
    }
  }

  private Partition partition(String owner, UnaryOperator<Map<String, ObjectNode>> expected) {
    String key = "t#" + run().name() + owner + "#DEFAULT";
    return new Partition(family(), "inbox", "pk", key, "sk", expected);
  }
}

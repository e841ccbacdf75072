package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.Call;
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
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Publishers that send messages to few users, to many or to everyone, and withdraw some; and users
 * who read them.
 */
final class InboxTraffic extends Traffic<InboxTraffic.Publisher> {

  private static final List<String> CATEGORIES = List.of("billing", "promo", "news");
  private static final int USERS = 150;

  private static final int READ = 40;
  private static final int REDACT = 46;
  private static final int PUBLIC = 48;
  private static final int TO_MANY = 56;

  private final Map<String, String> service;
  private final List<User> users;
  private final List<Publication> publications = new ArrayList<>();

  InboxTraffic(Run run, SplittableRandom random, Map<String, String> service) {
    super(Family.INBOX, run, random, 8);
    this.service = service;
    this.users =
        IntStream.range(0, USERS * run.size()).mapToObj(number -> new User("u-" + number)).toList();
  }

  private static final class User {

    private final String uid;
    private final Set<Publication> read = new HashSet<>();

    User(String uid) {
      this.uid = uid;
    }
  }

  static final class Publisher extends Sender {

    private Optional<Publication> last = Optional.empty();

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
  Publisher sender(int number) {
    return new Publisher("p-" + number);
  }

  @Override
  List<Action> next(Publisher publisher) {
    int kind = random(100);
    if (kind >= REDACT || publisher.last.isEmpty()) {
      return List.of(publish(publisher, kind));
    }
    Publication last = publisher.last.get();
    boolean read = kind < READ || last.recipients.isEmpty();
    return List.of(read ? read(publisher, last) : redact(publisher, last));
  }

  private Action publish(Publisher publisher, int number) {
    Set<User> recipients = new LinkedHashSet<>();
    int count = number < PUBLIC ? 0 : 1 + random(number < TO_MANY ? 60 : 5);
    while (recipients.size() < count) {
      recipients.add(users.get(random(users.size())));
    }
    String category = CATEGORIES.get(random(CATEGORIES.size()));
    Publication publication = new Publication(category, recipients);
    publisher.last = Optional.of(publication);
    publications.add(publication);
    List<String> uids = recipients.stream().map(user -> user.uid).toList();
    String kind = uids.isEmpty() ? "everyone" : "users";
    String text = "x".repeat(random(400));
    ObjectNode body =
        Run.body(
            "publication", Map.of("kind", kind, "uids", uids, "category", category, "body", text));
    if (recipients.isEmpty()) {
      body.withObject("/audiences").remove("uids");
    }
    return once(
        publisher,
        Call.of("POST", path() + "/messages", service, body)
            .with("Idempotency-Key", "k-" + publications.size()),
        answer -> publication.id = Optional.of(answer.path("id").asText()));
  }

  private Action read(Publisher publisher, Publication publication) {
    List<User> readers =
        publication.recipients.isEmpty() ? users : List.copyOf(publication.recipients);
    User user = readers.get(random(readers.size()));
    String path = path() + "/users/" + user.uid + "/reads";
    return once(
        publisher,
        () ->
            publication.id.map(
                id -> {
                  ObjectNode body = Run.object();
                  body.putArray("messages").add(id);
                  return Call.of("PUT", path, service, body);
                }),
        answer -> user.read.add(publication));
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
    for (Publication each : publications.stream().filter(one -> one.id.isPresent()).toList()) {
      if (each.recipients.isEmpty()) {
        open.add(each);
      }
      each.recipients.forEach(
          user -> own.computeIfAbsent(user, none -> new ArrayList<>()).add(each));
    }
    List<Partition> all = new ArrayList<>();
    all.add(partition("G#$public", found -> everyone(open)));
    for (User user : users) {
      List<Publication> mine = own.getOrDefault(user, List.of());
      all.add(partition("U#" + user.uid, found -> items(user, mine, open)));
    }
    return all;
  }

  private static Map<String, ObjectNode> everyone(List<Publication> open) {
    Map<String, ObjectNode> items = new HashMap<>();
    for (Publication each : open) {
      items.put(each.sort(), each.item());
      count(items, each, 1, 0);
    }
    items.values().forEach(item -> item.remove("read"));
    return items;
  }

  /** Items of a user, with public messages that the user has read. */
  private static Map<String, ObjectNode> items(
      User user, List<Publication> own, List<Publication> open) {
    Map<String, ObjectNode> items = new HashMap<>();
    for (Publication each : own) {
      boolean read = user.read.contains(each) && !each.redacted;
      if (!each.redacted) {
        ObjectNode item = each.item().put("uid", user.uid);
        items.put(each.sort(), read ? item : item.putNull("readat"));
      }
      count(items, each, each.redacted ? 0 : 1, read ? 1 : 0);
    }
    open.stream()
        .filter(user.read::contains)
        .forEach(
            each -> {
              items.put(each.sort(), Run.object().putNull("kind"));
              count(items, each, 0, 1);
            });
    return items;
  }

  /** Adds to the counters of the message's category, and of all. */
  private static void count(
      Map<String, ObjectNode> items, Publication publication, int published, int read) {
    for (String category : List.of("*", publication.category)) {
      ObjectNode item = items.computeIfAbsent("c#" + category, none -> Run.object());
      item.put("kind", "US").put("published", item.path("published").asInt() + published);
      item.put("read", item.path("read").asInt() + read);
    }
  }

  private Partition partition(String owner, UnaryOperator<Map<String, ObjectNode>> expected) {
    String key = "t#" + run().name() + owner + "#DEFAULT";
    return new Partition(family(), "inbox", "pk", key, "sk", expected);
  }
}

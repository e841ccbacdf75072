package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Credential;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Publishers that send messages to many users, or to everyone, each under an Idempotency-Key, some
 * of them twice, and take some back; and users who read one of them, or all until now.
 */
final class InboxTraffic implements Traffic {

  private static final int USERS = 150;
  private static final int PUBLISHERS = 8;
  private static final int MOST_OF_FEW = 5;
  private static final int MOST_OF_MANY = 60;
  private static final List<String> CATEGORIES = List.of("billing", "promo", "news");

  /** Of a hundred turns those below this one, and not below the one before, are of that kind. */
  private static final int REPEAT = 15;

  private static final int READ = 35;
  private static final int REDACT = 40;
  private static final int UNTIL = 50;
  private static final int PUBLIC = 52;
  private static final int MANY = 60;

  private final Run run;
  private final Credential service;
  private final SplittableRandom chance;
  private final List<Inbox> users;
  private final List<Publication> published = new ArrayList<>();
  private final List<Optional<Publication>> latest = new ArrayList<>();

  InboxTraffic(Run run, Credential service, SplittableRandom chance) {
    this.run = run;
    this.service = service;
    this.chance = chance;
    this.users =
        IntStream.range(0, USERS * run.size())
            .mapToObj(number -> new Inbox("u-" + number))
            .toList();
    for (int publisher = 0; publisher < PUBLISHERS * run.size(); publisher++) {
      latest.add(Optional.empty());
    }
  }

  @Override
  public Family family() {
    return Family.INBOX;
  }

  @Override
  public List<Action> turn() {
    int publisher = chance.nextInt(latest.size());
    int kind = chance.nextInt(100);
    Optional<Publication> last = latest.get(publisher);
    if (kind >= UNTIL || last.isEmpty()) {
      Publication publication = publication(publisher, kind);
      published.add(publication);
      latest.set(publisher, Optional.of(publication));
      return List.of(publish(publication));
    }
    if (kind < REPEAT) {
      return List.of(publish(last.get()));
    }
    if (kind < READ) {
      return List.of(read(last.get()));
    }
    return List.of(kind < REDACT ? redact(last.get()) : readUntilNow(publisher));
  }

  private Publication publication(int publisher, int kind) {
    List<Inbox> recipients = kind < PUBLIC ? List.of() : recipients(kind);
    String category = CATEGORIES.get(chance.nextInt(CATEGORIES.size()));
    ObjectNode body = Run.object();
    ObjectNode audiences = body.putObject("audiences").put("label", "Simulated");
    if (recipients.isEmpty()) {
      audiences.put("kind", "everyone");
    } else {
      ArrayNode uids = audiences.put("kind", "users").putArray("uids");
      recipients.forEach(user -> uids.add(user.uid()));
    }
    body.putObject("taxonomy").put("category", category);
    body.putObject("message")
        .put("title", "Message " + published.size())
        .put("body", "x".repeat(chance.nextInt(400)));
    return new Publication("p-" + publisher, published.size(), category, recipients, body);
  }

  private List<Inbox> recipients(int kind) {
    int count = 1 + chance.nextInt(kind < MANY ? MOST_OF_MANY : MOST_OF_FEW);
    TreeSet<Integer> numbers = new TreeSet<>();
    while (numbers.size() < count) {
      numbers.add(chance.nextInt(users.size()));
    }
    return numbers.stream().map(users::get).toList();
  }

  private Action publish(Publication publication) {
    Call call =
        new Call(
            "POST",
            path() + "/messages",
            service,
            Map.of("Idempotency-Key", "k-" + publication.number()),
            publication.body().toString());
    return Action.of(
        family(),
        publication.publisher(),
        call,
        answer -> publication.accepted(answer.path("id").asText()),
        () -> lost(publication));
  }

  private Action read(Publication publication) {
    List<Inbox> whose = publication.isPublic() ? users : publication.recipients();
    Inbox user = whose.get(chance.nextInt(whose.size()));
    return read(
        publication.publisher(),
        user,
        () ->
            publication
                .id()
                .map(
                    id -> {
                      ObjectNode body = Run.object();
                      body.putArray("messages").add(id);
                      return body;
                    }),
        answer -> publication.id().ifPresent(user::read));
  }

  private Action redact(Publication publication) {
    return new Action(
        family(),
        publication.publisher(),
        () -> publication.id().map(id -> Call.of("DELETE", path() + "/messages/" + id, service)),
        answer -> publication.redacted(),
        () -> lost(publication));
  }

  private Action readUntilNow(int publisher) {
    Inbox user = users.get(chance.nextInt(users.size()));
    return read(
        "p-" + publisher,
        user,
        () -> {
          // a try that nobody answered may count, too
          user.readUntil(run.clock().instant().getEpochSecond());
          return Optional.of(Run.object().put("until", user.until()));
        },
        answer -> {});
  }

  private Action read(
      String sender, Inbox user, Supplier<Optional<ObjectNode>> body, Consumer<JsonNode> accepted) {
    String path = path() + "/users/" + user.uid() + "/reads";
    return new Action(
        family(),
        sender,
        () -> body.get().map(members -> Call.of("PUT", path, service, members)),
        accepted,
        user::lost);
  }

  private String path() {
    return "/v1/inbox/" + run.name() + "/DEFAULT";
  }

  private void lost(Publication publication) {
    publication.lost();
    (publication.isPublic() ? users : publication.recipients()).forEach(Inbox::lost);
  }

  @Override
  public List<Partition> expected(Tables tables) throws InterruptedException {
    List<Publication> accepted = published.stream().filter(Publication::isKnown).toList();
    List<Publication> open = accepted.stream().filter(Publication::isPublic).toList();
    boolean unknown = published.stream().anyMatch(each -> each.isPublic() && each.isLost());
    String everyone = "t#" + run.name() + "G#$public#DEFAULT";
    Map<String, ObjectNode> found = new HashMap<>();
    tables
        .items("inbox", "pk", everyone)
        .forEach(item -> found.put(item.path("sk").asText(), item));
    List<Partition> all = new ArrayList<>();
    if (!unknown) {
      all.add(partition(everyone, there -> InboxItems.everyone(open)));
    }
    for (Inbox user : users) {
      if (!user.isUnknown()) {
        List<Publication> own = accepted.stream().filter(each -> each.isFor(user)).toList();
        InboxItems items = new InboxItems(user, own, open, found);
        all.add(partition("t#" + run.name() + "U#" + user.uid() + "#DEFAULT", items::wanted));
      }
    }
    return all;
  }

  private static Partition partition(String key, Partition.Wanted wanted) {
    return new Partition(Family.INBOX, "inbox", "pk", key, "sk", wanted);
  }

  @Override
  public long unknown() {
    return users.stream().filter(Inbox::isUnknown).count();
  }
}

package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A message to users, or to everyone, and the id that it got. */
final class Publication {

  private final String publisher;
  private final int number;
  private final String category;
  private final List<Inbox> recipients;
  private final Set<Inbox> members;
  private final ObjectNode body;
  private Optional<String> id = Optional.empty();
  private boolean lost;
  private boolean redacted;

  /**
   * A message that is planned.
   *
   * @param number tells it from all others of the run
   * @param recipients none of one to everyone
   */
  Publication(
      String publisher, int number, String category, List<Inbox> recipients, ObjectNode body) {
    this.publisher = publisher;
    this.number = number;
    this.category = category;
    this.recipients = List.copyOf(recipients);
    this.members = new HashSet<>(recipients);
    this.body = body;
  }

  String publisher() {
    return publisher;
  }

  int number() {
    return number;
  }

  String category() {
    return category;
  }

  List<Inbox> recipients() {
    return recipients;
  }

  boolean isFor(Inbox user) {
    return members.contains(user);
  }

  boolean isPublic() {
    return recipients.isEmpty();
  }

  ObjectNode body() {
    return body;
  }

  /** What the first answer named it; another one would be another message. */
  void accepted(String named) {
    id = id.or(() -> Optional.of(named));
  }

  void lost() {
    lost = true;
  }

  void redacted() {
    redacted = true;
  }

  /** Whether it has been taken back, and so counts no more. */
  boolean isRedacted() {
    return redacted;
  }

  boolean isLost() {
    return lost;
  }

  boolean isKnown() {
    return !lost && id.isPresent();
  }

  Optional<String> id() {
    return id;
  }
}

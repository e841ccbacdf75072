package io.tributary.gateway.channel.contact;

import io.tributary.avro.channels.ContactIdentifier;
import io.tributary.channels.Identity;
import io.tributary.gateway.channel.contact.ContactBook.Claim;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.kafka.follow.TopicProgress;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.topic.Topic;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The contacts of a family's channels, as its log of identifiers tells them. */
public final class ContactLog {

  private final Topic<String, ContactIdentifier> topic;
  private final TopicProgress progress;
  private final ContactBook book = new ContactBook();

  /** A log that is read when the source's reader starts. */
  public ContactLog(Topic<String, ContactIdentifier> topic, Directory.Source source) {
    this.topic = topic;
    this.progress = source.followWhole(topic, fact -> ChannelKey.of(fact).text(), this::learn);
  }

  private void learn(ContactIdentifier fact) {
    book.learn(
        new Claim(
            ChannelKey.of(fact),
            Optional.ofNullable(fact.getConversations()),
            fact.getIdentifier(),
            fact.getContact(),
            fact.getMoved()));
  }

  Topic<String, ContactIdentifier> topic() {
    return topic;
  }

  ContactDraft draft() {
    return new ContactDraft(book);
  }

  /** True while the log up to two seconds ago is read. */
  public boolean isCurrent() {
    return progress.isCurrent();
  }

  /** Done once the log is read to its present end; fails after a second. */
  public CompletableFuture<Void> catchUp() {
    return progress.catchUp();
  }

  /** Identifiers of a sender, those of the message first, then the newest. */
  public List<String> identifiers(ChannelKey channel, Identity sender) {
    List<String> identifiers =
        Stream.concat(sender.number().stream(), sender.ids().stream()).toList();
    return Stream.concat(
            identifiers.stream(),
            identifiers.stream()
                .flatMap(identifier -> book.contactOf(channel, identifier).stream())
                .flatMap(contact -> newestFirst(book.identifiersOf(channel, contact))))
        .distinct()
        .toList();
  }

  private static Stream<String> newestFirst(List<String> identifiers) {
    return Stream.iterate(identifiers.size() - 1, i -> i >= 0, i -> i - 1).map(identifiers::get);
  }
}

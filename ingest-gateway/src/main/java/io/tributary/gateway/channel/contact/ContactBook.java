package io.tributary.gateway.channel.contact;

import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Contacts by channel and identifier. An identifier stays with its first contact, unless it is
 * moved.
 */
final class ContactBook {

  private final Map<Place, String> contacts = new ConcurrentHashMap<>();
  private final Map<Place, List<String>> identifiers = new ConcurrentHashMap<>();

  /** First contacts of moved identifiers. */
  private final Map<Place, String> homes = new ConcurrentHashMap<>();

  private final @Nullable ContactBook below;

  ContactBook() {
    this(null);
  }

  private ContactBook(@Nullable ContactBook below) {
    this.below = below;
  }

  private record Place(ChannelKey channel, String text) {}

  /**
   * An identifier of a contact.
   *
   * @param conversations prefix of the ids of the channel's conversations with users
   * @param moved true if it leaves another contact
   */
  record Claim(
      ChannelKey channel,
      Optional<String> conversations,
      String identifier,
      String contact,
      boolean moved) {}

  /** A book that knows all of this one, and learns for itself. */
  ContactBook draft() {
    return new ContactBook(this);
  }

  Optional<String> contactOf(ChannelKey channel, String identifier) {
    return Optional.ofNullable(find(new Place(channel, ContactId.single(identifier))));
  }

  /** The first contact of an identifier. */
  Optional<String> homeOf(ChannelKey channel, String identifier) {
    return Optional.ofNullable(home(new Place(channel, ContactId.single(identifier))))
        .or(() -> contactOf(channel, identifier));
  }

  /** Identifiers of a contact, the newest last. */
  List<String> identifiersOf(ChannelKey channel, String contact) {
    return known(new Place(channel, contact));
  }

  private @Nullable String find(Place identifier) {
    String own = contacts.get(identifier);
    return own == null && below != null ? below.find(identifier) : own;
  }

  private @Nullable String home(Place identifier) {
    String own = homes.get(identifier);
    return own == null && below != null ? below.home(identifier) : own;
  }

  private List<String> known(Place contact) {
    List<String> own = identifiers.get(contact);
    return own == null ? below == null ? List.of() : below.known(contact) : own;
  }

  void learn(Claim claim) {
    Place identifier = new Place(claim.channel(), ContactId.single(claim.identifier()));
    String before = find(identifier);
    if (before != null && !claim.moved()) {
      return;
    }
    if (claim.contact().equals(before)) {
      return;
    }
    if (before != null && home(identifier) == null) {
      homes.put(identifier, before);
    }
    // Before the contact: a reader that finds the contact finds its identifier too
    Place contact = new Place(claim.channel(), claim.contact());
    identifiers.put(
        contact, Stream.concat(known(contact).stream(), Stream.of(claim.identifier())).toList());
    contacts.put(identifier, claim.contact());
    if (before != null) {
      Place left = new Place(claim.channel(), before);
      identifiers.put(
          left,
          known(left).stream()
              .filter(other -> !ContactId.single(other).equals(identifier.text()))
              .toList());
    }
  }
}

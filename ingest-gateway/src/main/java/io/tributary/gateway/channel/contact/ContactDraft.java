package io.tributary.gateway.channel.contact;

import io.tributary.channels.Identity;
import io.tributary.channels.Move;
import io.tributary.gateway.channel.contact.ContactBook.Claim;
import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Rules for contacts, applied to senders one after the other. An id leads to its contact, else the
 * number does. A number that belongs to a contact with an id stays there: a later message alone
 * does not prove that it has changed hands.
 */
final class ContactDraft {

  private final ContactBook book;
  private final List<Claim> claims = new ArrayList<>();

  ContactDraft(ContactBook known) {
    book = known.draft();
  }

  /** Claims that the book lacks, in order. */
  List<Claim> claims() {
    return List.copyOf(claims);
  }

  /** The contact of a sender; empty without number and ids. */
  Optional<Contact> contact(ChannelKey channel, Identity sender) {
    return nameOf(channel, sender)
        .map(
            name ->
                new Contact(
                    name,
                    sender.ids().stream()
                        .findFirst()
                        .flatMap(id -> book.homeOf(channel, id))
                        .orElse(name)));
  }

  private Optional<String> nameOf(ChannelKey channel, Identity sender) {
    List<String> ids = sender.ids();
    Optional<String> owner = sender.number().flatMap(number -> book.contactOf(channel, number));
    boolean isAnothers =
        !ids.isEmpty()
            && owner.filter(of -> !mayTakeIds(channel, of, sender.number().get())).isPresent();
    Optional<String> contact =
        ids.stream()
            .flatMap(id -> book.contactOf(channel, id).stream())
            .findFirst()
            .or(() -> owner.or(sender::number).filter(any -> !isAnothers))
            .or(() -> ids.stream().findFirst());
    // one number of one form is its own contact, and need not be known
    if (!ids.isEmpty() || owner.isPresent() || hasForms(sender)) {
      contact.ifPresent(of -> complete(channel, sender, of));
    }
    return contact;
  }

  private static boolean hasForms(Identity sender) {
    return sender.number().filter(number -> ContactId.forms(number).size() > 1).isPresent();
  }

  /** True of a contact that has no id yet, and this number still. */
  private boolean mayTakeIds(ChannelKey channel, String contact, String number) {
    List<String> identifiers = book.identifiersOf(channel, contact);
    return identifiers.stream().allMatch(ContactId::isNumber)
        && identifiers.stream()
            .reduce((older, newer) -> newer)
            .filter(newest -> ContactId.single(newest).equals(ContactId.single(number)))
            .isPresent();
  }

  private void complete(ChannelKey channel, Identity sender, String contact) {
    // the first one names a new contact
    Stream.concat(sender.number().stream(), sender.ids().stream())
        .sorted((one, other) -> Boolean.compare(other.equals(contact), one.equals(contact)))
        .forEach(
            identifier -> {
              Optional<String> owner = book.contactOf(channel, identifier);
              if (owner.isEmpty()) {
                add(new Claim(channel, sender.conversations(), identifier, contact, false));
              } else if (!owner.get().equals(contact)
                  && ContactId.isNumber(identifier)
                  && mayTakeIds(channel, owner.get(), identifier)) {
                merge(channel, sender.conversations(), owner.get(), contact);
              }
            });
  }

  private void merge(ChannelKey channel, Optional<String> conversations, String from, String to) {
    book.identifiersOf(channel, from)
        .forEach(identifier -> add(new Claim(channel, conversations, identifier, to, true)));
  }

  /** A change that the provider tells of itself: the new identifiers belong to the old contact. */
  void move(Move move) {
    ChannelKey channel = move.channel();
    String contact =
        // a number may have been another person's before
        Stream.concat(
                move.from().stream().filter(Predicate.not(ContactId::isNumber)),
                move.from().stream())
            .flatMap(before -> book.contactOf(channel, before).stream())
            .findFirst()
            .orElse(move.from().get(0));
    Optional<String> conversations = Optional.of(move.conversations());
    for (String before : move.from()) {
      if (book.contactOf(channel, before).isEmpty()) {
        add(new Claim(channel, conversations, before, contact, false));
      }
    }
    for (String after : move.to()) {
      Optional<String> owner = book.contactOf(channel, after);
      if (owner.isEmpty()) {
        add(new Claim(channel, conversations, after, contact, false));
      } else if (!owner.get().equals(contact)) {
        // a contact that began with the change goes as a whole
        if (move.to().contains(owner.get())) {
          merge(channel, conversations, owner.get(), contact);
        } else {
          add(new Claim(channel, conversations, after, contact, true));
        }
      }
    }
  }

  private void add(Claim claim) {
    claims.add(claim);
    book.learn(claim);
  }
}

package io.tributary.gateway.outreach;

import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.channel.contact.ContactLog;
import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.PhoneNumber;
import java.util.List;
import java.util.stream.Stream;

/** Places of a sender's conversations. */
final class Recipients {

  private Recipients() {}

  /**
   * The sender's number, else the newest that came with its id, in their one form; then the rest,
   * and the first again, where a stranger's message stays.
   */
  static List<String> of(ProviderMessage message, ContactLog contacts) {
    List<String> numbers =
        Stream.concat(
                Stream.of(message.senderId()),
                contacts.identifiers(message.channel(), message.identity()).stream())
            .filter(ContactId::isNumber)
            .toList();
    String first =
        PhoneNumber.single(
            KeyPart.RECIPIENT.fitted(numbers.stream().findFirst().orElseGet(message::senderId)));
    List<String> all =
        Stream.concat(
                Stream.of(first),
                numbers.stream()
                    .map(ContactId::single)
                    .flatMap(
                        number ->
                            Stream.concat(Stream.of(number), PhoneNumber.other(number).stream())))
            .distinct()
            .toList();
    return all.size() == 1 ? all : Stream.concat(all.stream(), Stream.of(first)).toList();
  }
}

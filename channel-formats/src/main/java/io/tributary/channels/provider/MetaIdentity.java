package io.tributary.channels.provider;

import io.tributary.channels.Identity;
import io.tributary.channels.Move;
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.json.JsonObject;
import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads numbers and ids of WhatsApp users in Meta's requests. A message's {@code from} may be an
 * id, too.
 *
 * @see <a
 *     href="https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids">Meta</a>
 */
final class MetaIdentity {

  /** Field and member of changes of ids. */
  static final String UPDATES = "user_id_update";

  /** Members of a contact that name it. */
  static final List<String> CONTACTS = List.of("wa_id", "user_id", "parent_user_id");

  private static final List<String> SENDERS =
      List.of("from", "from_user_id", "from_parent_user_id");
  private static final Set<String> CHANGES = Set.of("user_changed_number", "user_changed_user_id");

  /** The old identifier in the words of a change. */
  private static final Pattern CHANGED = Pattern.compile("changed from (\\S+) to \\S+$");

  private MetaIdentity() {}

  /** Numbers and ids of a message's sender. */
  static Stream<String> of(JsonObject message) {
    return SENDERS.stream().flatMap(name -> message.lenientId(name).stream());
  }

  /**
   * The identity of a message's sender.
   *
   * @param number id of the business's number
   */
  static Identity of(String number, JsonObject message, Optional<JsonObject> contact) {
    Optional<String> from = message.id("from");
    return new Identity(
        from.filter(id -> !ContactId.isUserId(id)),
        message
            .id("from_user_id")
            .or(() -> contact.flatMap(of -> of.lenientId("user_id")))
            .or(() -> from.filter(ContactId::isUserId).filter(id -> !ContactId.isParentId(id))),
        message
            .lenientId("from_parent_user_id")
            .or(() -> contact.flatMap(of -> of.lenientId("parent_user_id")))
            .or(() -> from.filter(ContactId::isParentId)),
        contact
            .flatMap(of -> of.lenientObject("profile"))
            .flatMap(profile -> profile.lenientText("username")),
        Optional.of(conversations(number)),
        message.lenientId(MetaProvider.GROUP).isPresent());
  }

  private static String conversations(String number) {
    return ProviderIds.conversation("wa", number);
  }

  /** The number; of users who hide it, an id. */
  static String sender(JsonObject message, Identity identity) {
    return identity
        .number()
        .or(identity::userId)
        .or(identity::parentUserId)
        .orElseThrow(() -> message.broken("from", "must be text or an integer"));
  }

  /** A change of number or id, which comes as a message of the system. */
  static Optional<Move> move(ChannelKey channel, JsonObject message) {
    Optional<JsonObject> system =
        message
            .lenientObject("system")
            .filter(object -> object.lenientText("type").filter(CHANGES::contains).isPresent());
    Stream<String> from =
        Stream.concat(
            of(message),
            system.stream()
                .flatMap(
                    object ->
                        Stream.concat(
                            object.lenientId("previous_user_id").stream(),
                            object.lenientText("body").flatMap(MetaIdentity::before).stream())));
    return system.flatMap(
        object ->
            move(
                channel,
                from,
                Stream.of("wa_id", "new_wa_id", "user_id", "parent_user_id")
                    .flatMap(name -> object.lenientId(name).stream()),
                EpochMillis.ofSeconds(message.lenientText("timestamp"))));
  }

  private static Optional<String> before(String body) {
    return CHANGED
        .matcher(body)
        .results()
        .map(found -> found.group(1))
        .filter(ContactId::isUserId)
        .findFirst();
  }

  /** A change of ids. */
  static Optional<Move> update(ChannelKey channel, JsonObject update) {
    List<JsonObject> ids =
        Stream.of("user_id", "parent_user_id")
            .flatMap(name -> update.lenientObject(name).stream())
            .toList();
    return move(
        channel,
        ids.stream().flatMap(id -> id.lenientId("previous").stream()),
        Stream.concat(
            ids.stream().flatMap(id -> id.lenientId("current").stream()),
            update.lenientId("wa_id").stream()),
        EpochMillis.ofSeconds(update.lenientText("timestamp")));
  }

  private static Optional<Move> move(
      ChannelKey channel, Stream<String> from, Stream<String> to, OptionalLong sentAt) {
    List<String> before = from.distinct().toList();
    List<String> after = to.filter(id -> !before.contains(id)).distinct().toList();
    return before.isEmpty() || after.isEmpty()
        ? Optional.empty()
        : Optional.of(new Move(channel, conversations(channel.id()), before, after, sentAt));
  }
}

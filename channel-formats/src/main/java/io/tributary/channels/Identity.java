package io.tributary.channels;

import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The numbers and ids of a WhatsApp user that a message tells, as in ids of conversations. Others
 * have none.
 *
 * @param number absent if the user hides it
 * @param userId id of the user for the business
 * @param parentUserId id of the user for all businesses of a parent
 * @param conversations prefix of the ids of conversations with users, such as {@code
 *     wa-106540352242922}; absent where they are not named after users
 * @param inGroup true if the message is not in the user's own conversation
 */
public record Identity(
    Optional<String> number,
    Optional<String> userId,
    Optional<String> parentUserId,
    Optional<String> userName,
    Optional<String> conversations,
    boolean inGroup) {

  public static final Identity NONE =
      new Identity(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false);

  public Identity {
    number = number.map(KeyPart.LONG_ID::fitted);
    userId = userId.map(KeyPart.LONG_ID::fitted);
    parentUserId = parentUserId.map(KeyPart.LONG_ID::fitted);
  }

  /** The number as E.164. */
  public Optional<String> e164() {
    return number.flatMap(ContactId::e164);
  }

  /** The beginning of ids of conversations with users; absent in a group. */
  public Optional<String> ownConversations() {
    return conversations.filter(any -> !inGroup);
  }

  /** Ids that stand for a number. */
  public List<String> ids() {
    return Stream.concat(userId.stream(), parentUserId.stream()).distinct().toList();
  }
}

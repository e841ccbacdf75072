package io.tributary.channels.definition;

import io.tributary.schemas.key.EmailAddress;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.rule.TextRule;
import java.util.Optional;
import java.util.function.Function;

/**
 * Channels listed by an account whose provider names them in bodies: a signature proves the account
 * alone.
 *
 * @param member name of the list
 * @param form canonical form of an id that meets the rule
 */
public record ChannelIds(String member, TextRule rule, Function<String, String> form) {

  /** Phone numbers. */
  public static final ChannelIds NUMBERS =
      new ChannelIds(
          "phone_numbers",
          TextRule.key(KeyPart.ID),
          text -> PhoneNumber.canonical(text).orElse(text));

  /** Mailboxes, and domains behind {@code @}. */
  public static final ChannelIds MAILBOXES =
      new ChannelIds(
          "recipients",
          TextRule.value(
              "must be an e-mail address, or @ and a domain", text -> mailbox(text).isPresent()),
          text -> mailbox(text).orElseThrow());

  /** Ids that are compared as they are. */
  public static ChannelIds of(String member, TextRule rule) {
    return new ChannelIds(member, rule, Function.identity());
  }

  /** The id as channels have it. */
  public String id(String text) {
    String id = form.apply(text);
    return id.startsWith("@") ? id : KeyPart.ID.fitted(id);
  }

  /** An address, or a domain behind {@code @}, in canonical form. */
  private static Optional<String> mailbox(String text) {
    return text.startsWith("@")
        ? EmailAddress.canonical("a" + text).map(address -> address.substring(1))
        : EmailAddress.canonical(text);
  }
}

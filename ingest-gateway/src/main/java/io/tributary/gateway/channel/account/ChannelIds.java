package io.tributary.gateway.channel.account;

import io.tributary.channels.provider.Provider;
import io.tributary.gateway.json.JsonObject;
import io.tributary.schemas.key.EmailAddress;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.rule.TextRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Channels listed by an account whose provider names them in bodies: a signature proves the account
 * alone.
 */
record ChannelIds(String member, TextRule rule, Function<String, String> form) {

  private static final int MOST = 1000;

  private static final ChannelIds NUMBERS =
      new ChannelIds(
          "phone_numbers",
          TextRule.key(KeyPart.ID),
          text -> PhoneNumber.canonical(text).orElse(text));
  private static final ChannelIds MAILBOXES =
      new ChannelIds(
          "recipients",
          TextRule.value(
              "must be an e-mail address, or @ and a domain", text -> mailbox(text).isPresent()),
          text -> mailbox(text).orElseThrow());

  private static final Map<Provider, ChannelIds> BY_PROVIDER =
      Map.of(
          Provider.SLACK,
          new ChannelIds("team_ids", TextRule.key(KeyPart.ID), Function.identity()),
          Provider.META,
          new ChannelIds(
              "phone_number_ids",
              TextRule.value(
                  "must be 1 to 32 digits", Pattern.compile("[0-9]{1,32}").asMatchPredicate()),
              Function.identity()),
          Provider.TWILIO_WHATSAPP,
          NUMBERS,
          Provider.TWILIO_SMS,
          NUMBERS,
          Provider.SENDGRID,
          MAILBOXES,
          Provider.SES,
          MAILBOXES);

  /** The list of a provider; empty if accounts are channels. */
  static Optional<ChannelIds> of(Provider provider) {
    return Optional.ofNullable(BY_PROVIDER.get(provider));
  }

  Set<String> read(JsonObject account) {
    return account.optionalTexts(member, MOST, rule).orElse(List.of()).stream()
        .map(form)
        .map(id -> id.startsWith("@") ? id : KeyPart.ID.fitted(id))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** An address, or a domain behind {@code @}, in canonical form. */
  private static Optional<String> mailbox(String text) {
    return text.startsWith("@")
        ? EmailAddress.canonical("a" + text).map(address -> address.substring(1))
        : EmailAddress.canonical(text);
  }
}

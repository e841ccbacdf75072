package io.tributary.channels.definition;

import io.tributary.schemas.rule.TextRule;
import java.security.PublicKey;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Fields of a provider's accounts.
 *
 * @param secret rule of secrets
 * @param publicKey rule of public keys
 * @param keys reads public keys
 * @param channels the list of an account's channels; empty if accounts are channels
 */
public record AccountFields(
    TextRule secret,
    TextRule publicKey,
    Function<String, Optional<PublicKey>> keys,
    Optional<ChannelIds> channels) {

  public static final TextRule TEXT = TextRule.printable(0, 1024);

  /** Fields without rules of their own. */
  public static final AccountFields ANY =
      new AccountFields(TEXT, TEXT, key -> Optional.empty(), Optional.empty());

  /** Fields of accounts that list their channels. */
  public static AccountFields of(ChannelIds channels) {
    return new AccountFields(TEXT, TEXT, key -> Optional.empty(), Optional.of(channels));
  }

  /** The same with a rule of secrets that are not blank. */
  public AccountFields withSecrets(String rule, Predicate<String> test) {
    return new AccountFields(TextRule.value(rule, blankOr(test)), publicKey, keys, channels);
  }

  /** The same with public keys. */
  public AccountFields withPublicKeys(String rule, Function<String, Optional<PublicKey>> reader) {
    return new AccountFields(
        secret,
        TextRule.value(rule, blankOr(key -> reader.apply(key).isPresent())),
        reader,
        channels);
  }

  private static Predicate<String> blankOr(Predicate<String> rule) {
    return text -> text.isBlank() || rule.test(text);
  }
}

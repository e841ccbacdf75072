package io.tributary.gateway.channel.account;

import io.tributary.channels.provider.Provider;
import io.tributary.runtime.config.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An account at a channel provider.
 *
 * @param name as the path has it
 * @param secrets none of them blank; two while one replaces the other
 * @param publicKeys likewise
 * @param verifyToken what a handshake must bring
 * @param appId whom tokens must be meant for
 * @param openidUrl where the signers of tokens are described
 * @param publicUrl the address that the provider sends to, without the request's path
 * @param accountSid the provider's own id of who sends
 * @param topicArns whose messages may come
 * @param channels ids of those that are its own; none if it lists none
 */
public record ChannelAccount(
    Name name,
    List<Secret> secrets,
    List<PublicKey> publicKeys,
    Optional<Secret> verifyToken,
    Optional<String> appId,
    Optional<URI> openidUrl,
    Optional<String> publicUrl,
    Optional<String> accountSid,
    List<String> topicArns,
    Set<String> channels) {

  public ChannelAccount {
    secrets = List.copyOf(secrets);
    publicKeys = List.copyOf(publicKeys);
    topicArns = List.copyOf(topicArns);
    channels = Set.copyOf(channels);
  }

  public record Name(Provider provider, String account) {

    @Override
    public String toString() {
      return provider.label() + '/' + account;
    }
  }

  /** True if a secret passes; tries all, so that time tells nothing. */
  public boolean anySecret(Predicate<byte[]> test) {
    boolean passed = false;
    for (Secret secret : secrets) {
      passed |= test.test(secret.reveal().getBytes(StandardCharsets.UTF_8));
    }
    return passed;
  }
}

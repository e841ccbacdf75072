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
 * @param secrets none blank; two during a rotation
 * @param publicKeys two during a rotation
 * @param verifyToken expected in a handshake
 * @param appId audience of tokens
 * @param openidUrl description of the tokens' signers
 * @param publicUrl address that the provider sends to, without the request's path
 * @param accountSid expected sender
 * @param topicArns accepted topics
 * @param channels ids of its own channels; empty if it lists none
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

package io.tributary.gateway.channel.account;

import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.Credentials;
import io.tributary.runtime.config.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.List;
import java.util.Map;
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
 * @param company of all its channels that are not in the next
 * @param companies of its channels, by id or {@code @domain}
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
    Set<String> channels,
    Optional<String> company,
    Map<String, String> companies)
    implements Credentials {

  public ChannelAccount {
    secrets = List.copyOf(secrets);
    publicKeys = List.copyOf(publicKeys);
    topicArns = List.copyOf(topicArns);
    channels = Set.copyOf(channels);
    companies = Map.copyOf(companies);
  }

  public record Name(Provider provider, String account) {

    @Override
    public String toString() {
      return provider.label() + '/' + account;
    }
  }

  /** The company whose number or mailbox it is; empty if the account names none. */
  public Optional<String> companyOf(String channel) {
    return Optional.ofNullable(companies.get(channel))
        .or(() -> Optional.ofNullable(companies.get(domain(channel))))
        .or(() -> company);
  }

  /** True if it takes messages of all channels of a type that no other account lists. */
  boolean hasNoList(String channelType) {
    return channels.isEmpty() && name.provider().channelType().equals(channelType);
  }

  /** True if each of its channels has a company. */
  boolean hasCompanies() {
    return company.isPresent()
        || (!channels.isEmpty() && channels.stream().allMatch(id -> companyOf(id).isPresent()));
  }

  /** The domain of a mailbox with its {@code @}; another id as it is. */
  static String domain(String channel) {
    return channel.substring(Math.max(0, channel.lastIndexOf('@')));
  }

  @Override
  public boolean hasSecrets() {
    return !secrets.isEmpty();
  }

  @Override
  public boolean anySecret(Predicate<byte[]> test) {
    boolean passed = false;
    for (Secret secret : secrets) {
      passed |= test.test(secret.reveal().getBytes(StandardCharsets.UTF_8));
    }
    return passed;
  }
}

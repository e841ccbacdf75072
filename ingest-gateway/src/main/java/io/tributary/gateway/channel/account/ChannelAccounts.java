package io.tributary.gateway.channel.account;

import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toUnmodifiableSet;

import io.tributary.channels.provider.Provider;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.topic.Family;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Accounts at channel providers.
 *
 * @param channels their own channels by type
 * @param owners companies by type and channel, or {@code @domain}
 */
public record ChannelAccounts(
    Map<ChannelAccount.Name, ChannelAccount> byName,
    Map<String, Set<String>> channels,
    Map<String, Map<String, String>> owners) {

  private static final ChannelAccounts NONE = of(Map.of());

  static ChannelAccounts of(Map<ChannelAccount.Name, ChannelAccount> byName) {
    return new ChannelAccounts(
        Map.copyOf(byName),
        byName.values().stream()
            .collect(
                groupingBy(
                    account -> account.name().provider().channelType(),
                    flatMapping(account -> account.channels().stream(), toUnmodifiableSet()))),
        owners(byName.values()));
  }

  private static Map<String, Map<String, String>> owners(Collection<ChannelAccount> accounts) {
    Map<String, Map<String, String>> owners = new HashMap<>();
    for (ChannelAccount account : accounts) {
      for (String channel : account.channels()) {
        account
            .companyOf(channel)
            .ifPresent(
                company ->
                    owners
                        .computeIfAbsent(
                            account.name().provider().channelType(), type -> new HashMap<>())
                        .put(channel, company));
      }
    }
    return owners;
  }

  /**
   * False for a number or mailbox of another company: listed by an account, or left to accounts
   * without a list, all of which name other companies.
   */
  public boolean maySend(String company, String channelType, String channel) {
    Map<String, String> listed = owners.getOrDefault(channelType, Map.of());
    Optional<String> owner =
        Optional.ofNullable(listed.get(channel))
            .or(() -> Optional.ofNullable(listed.get(ChannelAccount.domain(channel))));
    return owner.isPresent()
        ? owner.get().equals(company)
        : mayBe(company, byName.values().stream().filter(each -> each.hasNoList(channelType)));
  }

  private static boolean mayBe(String company, Stream<ChannelAccount> receivers) {
    List<Optional<String>> companies = receivers.map(ChannelAccount::company).toList();
    return companies.isEmpty()
        || companies.contains(Optional.<String>empty())
        || companies.contains(Optional.of(company));
  }

  /** Number of a family's accounts with a channel without a company. */
  public long withoutCompany(Family family) {
    return byName.values().stream()
        .filter(account -> account.name().provider().family() == family)
        .filter(account -> !account.hasCompanies())
        .count();
  }

  public Optional<ChannelAccount> find(Provider provider, String account) {
    return Optional.ofNullable(byName.get(new ChannelAccount.Name(provider, account)));
  }

  /** True if an account has a signing secret. */
  boolean isSecret() {
    return byName.values().stream()
        .anyMatch(account -> !account.secrets().isEmpty() || account.verifyToken().isPresent());
  }

  /**
   * True if the account lists the channel, or lists none and no other account does. A mailbox
   * belongs to its domain, too.
   */
  public boolean mayUse(ChannelAccount account, ChannelKey channel) {
    return account.channels().isEmpty()
        ? !holds(channels.getOrDefault(channel.type(), Set.of()), channel.id())
        : holds(account.channels(), channel.id());
  }

  private static boolean holds(Set<String> channels, String id) {
    return channels.contains(id) || channels.contains(ChannelAccount.domain(id));
  }

  /**
   * A file of accounts.
   *
   * @param path without one no account is known
   */
  public static ReloadableFile<ChannelAccounts> file(Optional<Path> path) {
    return new ReloadableFile<>(
        path,
        new ReloadableFile.Form<>(
            "secrets.file",
            "channel accounts",
            NONE,
            ChannelAccountsReader::read,
            accounts -> accounts.byName().size(),
            ChannelAccounts::isSecret));
  }
}

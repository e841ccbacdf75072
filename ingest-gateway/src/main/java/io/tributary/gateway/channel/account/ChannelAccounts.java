package io.tributary.gateway.channel.account;

import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toUnmodifiableSet;

import io.tributary.channels.provider.Provider;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Accounts at channel providers, and their own channels by type. */
public record ChannelAccounts(
    Map<ChannelAccount.Name, ChannelAccount> byName, Map<String, Set<String>> channels) {

  private static final ChannelAccounts NONE = of(Map.of());

  static ChannelAccounts of(Map<ChannelAccount.Name, ChannelAccount> byName) {
    return new ChannelAccounts(
        Map.copyOf(byName),
        byName.values().stream()
            .collect(
                groupingBy(
                    account -> account.name().provider().channelType(),
                    flatMapping(account -> account.channels().stream(), toUnmodifiableSet()))));
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
    return channels.contains(id)
        || channels.contains(id.substring(Math.max(0, id.lastIndexOf('@'))));
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

package io.tributary.gateway.channel;

import java.util.Map;
import java.util.Optional;

/** All accounts at channel providers. */
record ChannelAccounts(Map<ChannelAccount.Name, ChannelAccount> byName) {

  /** No account is known. */
  static final ChannelAccounts NONE = new ChannelAccounts(Map.of());

  /** Keeps a copy. */
  ChannelAccounts {
    byName = Map.copyOf(byName);
  }

  Optional<ChannelAccount> find(String provider, String account) {
    return Optional.ofNullable(byName.get(new ChannelAccount.Name(provider, account)));
  }
}

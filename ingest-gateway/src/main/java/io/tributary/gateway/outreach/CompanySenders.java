package io.tributary.gateway.outreach;

import io.tributary.channels.provider.Provider;
import io.tributary.gateway.auth.ServiceTokens;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.Family;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Binds numbers and addresses to companies, by the channel accounts. */
record CompanySenders(
    ReloadableFile<ChannelAccounts> accounts, ReloadableFile<ServiceTokens> tokens) {

  /** No company: the account names none, and callers act for several. */
  private static final String NONE = "";

  /** False for a number or address that an account names as another company's. */
  boolean maySend(String company, Channel channel, Optional<String> sender) {
    return sender
        .map(KeyPart.ID::fitted)
        .filter(id -> !accounts.content().maySend(company, channel.method().name(), id))
        .isEmpty();
  }

  /** The company whose conversations a reply may belong to; null for all. */
  @Nullable String companyOf(String provider, String account, String channel) {
    return Provider.named(provider)
        .flatMap(known -> accounts.content().find(known, account))
        .flatMap(known -> known.companyOf(channel))
        .orElse(tokens.content().tellApart(Family.OUTREACH) ? NONE : null);
  }
}

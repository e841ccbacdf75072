package io.tributary.gateway.channel.account;

import io.tributary.channels.definition.AccountFields;
import io.tributary.channels.definition.ChannelIds;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.provider.Provider;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.auth.TenantGrants;
import io.tributary.gateway.channel.account.ChannelAccount.Name;
import io.tributary.gateway.channel.keys.HttpPages;
import io.tributary.gateway.json.JsonBody;
import io.tributary.gateway.json.RequestObject;
import io.tributary.runtime.config.Secret;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.topic.Family;
import java.net.URI;
import java.security.PublicKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads a file of channel accounts. Unknown members and impossible secrets are refused: a slip
 * could close a channel unnoticed.
 */
public final class ChannelAccountsReader {

  private static final int MOST_VALID = 2;
  private static final int MOST_TOPICS = 64;

  private static final TextRule PROVIDER =
      TextRule.value(
          "must be one of " + String.join(", ", Provider.labels()),
          text -> Provider.named(text).isPresent());
  private static final String COMPANY = "company_id";
  private static final String COMPANIES = "companies";
  private static final TextRule COMPANY_ID = TextRule.key(TenantGrants.TENANT);
  private static final TextRule TEXT = AccountFields.TEXT;
  private static final TextRule PUBLIC_URL =
      TextRule.value(
          "must be an https URL, or an http one of this machine, without a query",
          text -> HttpPages.isAddress(text) && text.indexOf('?') < 0);
  private static final int MOST_CHANNELS = 1000;

  private ChannelAccountsReader() {}

  /** Reads a file; InvalidInputException names the field and the rule. */
  public static ChannelAccounts read(byte[] file) {
    RequestObject root = JsonBody.parse(file);
    Map<Name, ChannelAccount> byName = new LinkedHashMap<>();
    int size = root.size("accounts");
    for (int i = 0; i < size; i++) {
      RequestObject entry = root.element("accounts", i);
      ChannelAccount account = account(entry);
      if (byName.put(account.name(), account) != null) {
        throw entry.violation(
            ErrorCode.INVALID_VALUE, "account", "must not be given twice for its provider");
      }
    }
    root.rejectUnknownMembers();
    requireChannels(root, List.copyOf(byName.values()));
    requireOneCompany(root, List.copyOf(byName.values()));
    return ChannelAccounts.of(byName);
  }

  /** Requires lists of channels where a provider that names channels in bodies has two accounts. */
  private static void requireChannels(RequestObject root, List<ChannelAccount> accounts) {
    for (int i = 0; i < accounts.size(); i++) {
      ChannelAccount account = accounts.get(i);
      Optional<ChannelIds> unlisted =
          account
              .name()
              .provider()
              .definition()
              .fields()
              .channels()
              .filter(ids -> account.channels().isEmpty());
      if (unlisted.isPresent() && hasOther(account, accounts)) {
        throw root.element("accounts", i)
            .violation(
                ErrorCode.MISSING_FIELD,
                unlisted.get().member(),
                "must list the account's channels, because its provider has two accounts");
      }
    }
  }

  /** Requires one company for each number, mailbox and domain, of each type. */
  private static void requireOneCompany(RequestObject root, List<ChannelAccount> accounts) {
    Map<List<String>, String> companies = new HashMap<>();
    for (int i = 0; i < accounts.size(); i++) {
      ChannelAccount account = accounts.get(i);
      for (String channel : account.channels()) {
        String company = account.companyOf(channel).orElse("");
        String type = account.name().provider().channelType();
        String before = companies.putIfAbsent(List.of(type, channel), company);
        if (before != null && !before.equals(company)) {
          throw root.element("accounts", i)
              .violation(
                  ErrorCode.INVALID_VALUE,
                  "company_id",
                  "must be the same in all accounts of a number or address");
        }
      }
    }
  }

  private static boolean hasOther(ChannelAccount account, List<ChannelAccount> accounts) {
    return accounts.stream()
        .filter(other -> other.name().provider() == account.name().provider())
        .anyMatch(other -> !other.equals(account));
  }

  private static ChannelAccount account(RequestObject entry) {
    Provider provider = Provider.named(entry.text("provider", PROVIDER)).orElseThrow();
    Name name =
        new Name(provider, entry.text("account", TextRule.key(provider.definition().accounts())));
    AccountFields fields = provider.definition().fields();
    Map<String, String> companies = companies(provider, entry);
    Set<String> channels = new HashSet<>(channels(name, entry));
    channels.addAll(companies.keySet());
    return new ChannelAccount(
        name,
        texts(entry, "secrets", MOST_VALID, fields.secret()).stream().map(Secret::new).toList(),
        publicKeys(entry, fields),
        text(entry, "verify_token").map(Secret::new),
        text(entry, "app_id"),
        entry.optionalText("openid_url", HttpPages.ADDRESS).map(URI::create),
        entry.optionalText("public_url", PUBLIC_URL),
        text(entry, "account_sid"),
        texts(entry, "topic_arns", MOST_TOPICS, TEXT),
        channels,
        company(provider, entry),
        companies);
  }

  private static Optional<String> company(Provider provider, RequestObject entry) {
    if (provider.family() != Family.OUTREACH) {
      return Optional.empty();
    }
    Optional<String> company = entry.optionalText(COMPANY, COMPANY_ID);
    if (company.isPresent() && entry.has(COMPANIES)) {
      throw entry.violation(
          ErrorCode.INVALID_VALUE, COMPANY, "must not be given beside " + COMPANIES);
    }
    return company;
  }

  /** Companies of an account's numbers or addresses. */
  private static Map<String, String> companies(Provider provider, RequestObject entry) {
    Map<String, String> companies = new HashMap<>();
    if (provider.family() != Family.OUTREACH || !entry.has(COMPANIES)) {
      return companies;
    }
    ChannelIds ids = provider.definition().fields().channels().orElseThrow();
    for (int i = 0; i < entry.size(COMPANIES); i++) {
      RequestObject company = entry.element(COMPANIES, i);
      String id = company.text(COMPANY, COMPANY_ID);
      Set<String> channels = read(ids, company);
      if (channels.isEmpty()) {
        throw company.missing(ids.member());
      }
      for (String channel : channels) {
        if (companies.put(channel, id) != null) {
          throw company.violation(
              ErrorCode.INVALID_VALUE, ids.member(), "must name each one once in the account");
        }
      }
    }
    return companies;
  }

  private static List<PublicKey> publicKeys(RequestObject entry, AccountFields fields) {
    return texts(entry, "public_keys", MOST_VALID, fields.publicKey()).stream()
        .flatMap(key -> fields.keys().apply(key).stream())
        .toList();
  }

  private static Set<String> channels(Name name, RequestObject entry) {
    ChannelProvider provider = name.provider().definition();
    return provider
        .fields()
        .channels()
        .map(ids -> read(ids, entry))
        .orElseGet(
            () ->
                provider.channelOf(name.account(), text(entry, "app_id")).stream()
                    .map(KeyPart.ID::fitted)
                    .collect(Collectors.toUnmodifiableSet()));
  }

  private static Set<String> read(ChannelIds ids, RequestObject entry) {
    return entry.optionalTexts(ids.member(), MOST_CHANNELS, ids.rule()).orElse(List.of()).stream()
        .map(ids::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Optional<String> text(RequestObject entry, String name) {
    return entry.optionalText(name, TEXT).filter(text -> !text.isBlank());
  }

  /** Texts that are not blank: a blank secret signs nothing. */
  private static List<String> texts(RequestObject entry, String name, int most, TextRule rule) {
    return entry.has(name)
        ? entry.texts(name, most, rule).stream().filter(text -> !text.isBlank()).toList()
        : List.of();
  }
}

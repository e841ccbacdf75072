package io.tributary.traffic.tenants;

import io.tributary.traffic.Request;
import io.tributary.traffic.RunDigits;
import io.tributary.traffic.channel.Providers;
import io.tributary.traffic.generator.RandomChoices;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Webhooks of one run by the providers of which there are accounts. Each is signed anew whenever it
 * is sent.
 */
final class TenantsWebhooks {

  private static final List<String> PROVIDERS =
      List.of("slack", "telegram", "whapi", "meta", "generic");
  private static final int CONVERSATIONS = 3;

  private final RandomChoices random;
  private final String run;
  private final Providers providers;
  private final List<Account> accounts = new ArrayList<>();

  /** An account at a provider. */
  private record Account(String provider, String name) {}

  TenantsWebhooks(RandomChoices random, String run, Providers providers) {
    this.random = random;
    this.run = run;
    this.providers = providers;
    for (String provider : PROVIDERS) {
      providers.accounts(provider).forEach(name -> accounts.add(new Account(provider, name)));
    }
  }

  boolean isEmpty() {
    return accounts.isEmpty();
  }

  /** Channels of this run alone, as paths have them; one more workspace is of no tenant. */
  List<String> ownChannels() {
    List<String> channels = new ArrayList<>();
    if (has("slack")) {
      channels.add("slack/" + workspace(0));
      channels.add("slack/" + workspace(1));
    }
    if (has("meta")) {
      channels.add("whatsapp/" + phone());
    }
    return channels;
  }

  /** Channels that an account's name stands for, which other runs may claim, too. */
  List<String> sharedChannels() {
    return accounts.stream()
        .filter(account -> !account.provider().equals("slack"))
        .filter(account -> !account.provider().equals("meta"))
        .map(
            account ->
                (account.provider().equals("whapi") ? "whatsapp" : account.provider())
                    + '/'
                    + account.name())
        .toList();
  }

  private boolean has(String provider) {
    return accounts.stream().anyMatch(account -> account.provider().equals(provider));
  }

  private String workspace(int number) {
    return ("T" + run + number).toUpperCase(Locale.ROOT);
  }

  private String phone() {
    return RunDigits.of(run, 14) + '0';
  }

  /** WhatsApp number of a sender. */
  String sender(int number) {
    return RunDigits.of(run, 11) + number;
  }

  /** Conversations that webhooks are in, and one more. */
  String conversation() {
    int place = random.below(CONVERSATIONS);
    return switch (random.below(5)) {
      case 0 -> "tg-" + chat(place);
      case 1 -> conversation(place);
      case 2 -> "wa-" + phone() + '-' + sender(place);
      case 3 -> "web-" + run;
      default -> "slack-C" + place;
    };
  }

  private String conversation(int place) {
    return run + "-g" + place;
  }

  private String chat(int place) {
    return RunDigits.of(run, 12) + place;
  }

  /** A new webhook of any provider; what only some have like is none or cannot be read. */
  Supplier<Request> webhook(int number) {
    Account account = random.of(accounts);
    int place = random.below(CONVERSATIONS);
    String text = text("text " + number);
    String body =
        switch (account.provider()) {
          case "slack" -> slack(number, place, text);
          case "telegram" -> telegram(number, place, text);
          case "whapi" -> whapi(number, place, text);
          case "meta" -> meta(number, place, text);
          default -> generic(place, text);
        };
    if (account.provider().equals("generic")) {
      // some ids are used again, for something else in their conversation
      int id = number < CONVERSATIONS || random.below(10) > 0 ? number : number - CONVERSATIONS;
      String name = run + "-msg-" + id;
      String inPlace = generic(id % CONVERSATIONS, text);
      return () -> providers.generic(account.name(), name, inPlace);
    }
    return () -> providers.json(account.provider(), account.name(), body);
  }

  /** A webhook whose signature or secret is another's; the providers refuse it in their own way. */
  Request forged(int number) {
    return Providers.forged(webhook(number).get());
  }

  /** A signed request whose body is none; empty without an account. */
  Request unreadable() {
    Account account = random.of(accounts);
    return account.provider().equals("generic")
        ? providers.generic(account.name(), run + "-broken", "{\"text\":")
        : providers.json(account.provider(), account.name(), "[1");
  }

  /** A text with characters that JSON escapes, some of the time. */
  String text(String plain) {
    return random.below(4) > 0 ? plain : plain + " \\\"caf\u00e9\\\"\\n\\u2764 \\\\ & more";
  }

  private String slack(int number, int place, String text) {
    int kind = random.below(20);
    // the last workspace is never claimed
    String team = workspace(random.below(9) / 4);
    return "{\"type\":\"event_callback\",\"team_id\":\""
        + team
        + "\",\"api_app_id\":\"A1\",\"event_id\":\"Ev"
        + run
        + number
        + "\",\"event_time\":1767225600,\"event\":{\"type\":\"message\",\"channel_type\":\"im\""
        + (kind == 0 ? "" : ",\"channel\":\"C" + place + '"')
        + (kind == 1 ? ",\"subtype\":\"message_changed\"" : "")
        + (kind == 2 ? ",\"thread_ts\":\"1767225500.000100\"" : "")
        + ",\"user\":\"U1\",\"ts\":\"1767225600.000200\",\"text\":\""
        + text
        + "\"}}";
  }

  private String telegram(int number, int place, String text) {
    String kind = random.oneIn(20) ? "edited_message" : "message";
    return "{\"update_id\":"
        + RunDigits.of(run, 8)
        + String.valueOf(1_000_000 + number)
        + ",\""
        + kind
        + "\":{\"message_id\":"
        + number
        + ",\"from\":{\"id\":7,\"is_bot\":false,\"first_name\":\"Ada\"},\"chat\":{\"id\":"
        + chat(place)
        + ",\"type\":\"private\"},\"date\":1767225600,\"text\":\""
        + text
        + "\"}}";
  }

  private static String generic(String conversation, String text) {
    return "{\"conversation_id\":\""
        + conversation
        + "\",\"sender\":{\"id\":\"s1\",\"name\":\"Ada\"},\"timestamp\":1767225600000,\"text\":\""
        + text
        + "\"}";
  }

  private String generic(int place, String text) {
    return generic(conversation(place), text);
  }

  private String whapi(int number, int place, String text) {
    StringBuilder messages = new StringBuilder();
    int count = batch();
    for (int i = 0; i < count; i++) {
      String mine = random.oneIn(10) ? "true" : "false";
      messages
          .append(i == 0 ? "" : ",")
          .append("{\"id\":\"W" + run + number + '.' + i + "\",\"from_me\":" + mine)
          .append(",\"type\":\"text\",\"chat_id\":\"" + sender(place) + "@s.whatsapp.net\"")
          .append(random.oneIn(15) ? "" : ",\"from\":\"" + sender(place) + '"')
          .append(",\"timestamp\":1767225600,\"text\":{\"body\":\"" + text + ' ' + i + "\"}}");
    }
    return "{\"messages\":["
        + messages
        + "],\"event\":{\"type\":\"messages\",\"event\":\"post\"},\"channel_id\":\"CH"
        + run
        + "\"}";
  }

  private String meta(int number, int place, String text) {
    StringBuilder messages = new StringBuilder();
    int count = batch();
    for (int i = 0; i < count; i++) {
      String from = sender((place + i) % CONVERSATIONS);
      messages
          .append(i == 0 ? "" : ",")
          .append("{\"from\":\"" + from + "\",\"timestamp\":\"1767225600\",\"type\":\"text\"")
          .append(random.oneIn(15) ? "" : ",\"id\":\"wamid." + run + number + '.' + i + '"')
          .append(",\"text\":{\"body\":\"" + text + ' ' + i + "\"}}");
    }
    return "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"id\":\"1\",\"changes\":["
        + "{\"field\":\"messages\",\"value\":{\"messaging_product\":\"whatsapp\",\"metadata\":{"
        + "\"display_phone_number\":\"15550100\",\"phone_number_id\":\""
        + phone()
        + "\"},\"messages\":["
        + messages
        + "]}}]}]}";
  }

  /** Messages of a request: mostly one. */
  private int batch() {
    return random.below(4) > 0 ? 1 : 2 + random.below(3);
  }
}

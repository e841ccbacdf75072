package io.tributary.channels.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Requests with messages of all kinds, in any order and notation, and the texts that they hold. */
final class RandomRequests {

  private static final List<String> TEXTS =
      List.of(
          "yes", "café ❤", "\\u00e9\\ud83d\\ude00", "half \\ud83d", "\\\"[{]}\\\\", "😀,", "#~\\n");
  private static final List<String> IDS =
      List.of(
          "\"5\"", "5", "-1001234567890", "99999999999999999999", "\"a#b\"", "\"é\"", "\"[,]\"");

  private final Random random;
  private final List<String> texts = new ArrayList<>();

  RandomRequests(long seed) {
    random = new Random(seed);
  }

  /** The marks of the messages of the last request, in its order. */
  List<String> texts() {
    return texts;
  }

  String request(String provider) {
    return switch (provider) {
      case "slack" -> slack();
      case "teams" -> teams();
      case "telegram" -> telegram();
      case "whapi" -> whapi();
      case "meta" -> meta();
      case "generic" -> generic();
      case "twilio-whatsapp" -> twilio("whatsapp:");
      case "twilio-sms" -> twilio("");
      default -> throw new IllegalArgumentException(provider);
    };
  }

  private String whapi() {
    texts.clear();
    return object(
        "\"messages\":" + array(6, this::whapiMessage),
        "\"channel_id\":" + id(),
        "\"n\":1.50E+999999999",
        "\"statuses\":[{\"id\":1}]");
  }

  private String meta() {
    texts.clear();
    return object("\"object\":\"whatsapp_business_account\"", "\"entry\":" + array(3, this::entry));
  }

  private String slack() {
    texts.clear();
    return object(
        "\"type\":\"event_callback\"",
        "\"team_id\":" + id(),
        "\"event_id\":" + id(),
        "\"event\":"
            + object(
                "\"type\":\"message\"",
                text("text"),
                "\"channel\":" + id(),
                "\"user\":" + id(),
                "\"thread_ts\":" + pick(List.of("null", "\"1.5\""))));
  }

  private String teams() {
    texts.clear();
    return object(
        "\"type\":\"message\"",
        text("text"),
        "\"id\":" + id(),
        "\"from\":{\"id\":" + id() + "}",
        "\"recipient\":{\"id\":" + id() + "}",
        "\"conversation\":{\"id\":" + id() + "}");
  }

  private String telegram() {
    texts.clear();
    return object(
        "\"update_id\":" + id(),
        "\"message\":"
            + object(
                text("text"), "\"from\":{\"id\":" + id() + "}", "\"chat\":{\"id\":" + id() + "}"));
  }

  private String generic() {
    texts.clear();
    return object("\"conversation_id\":" + id(), "\"sender\":{\"id\":" + id() + "}", text("text"));
  }

  /** Its JSON: a form can be written in one way alone. */
  private String twilio(String addressing) {
    texts.clear();
    return object(
        text("Body"),
        "\"To\":" + addressed(addressing),
        "\"From\":" + addressed(addressing),
        "\"MessageSid\":" + id(),
        "\"AccountSid\":" + id(),
        "\"NumMedia\":" + pick(List.of("0", "\"0\"")));
  }

  private String addressed(String addressing) {
    String id = id();
    return '"' + addressing + id.replace("\"", "") + '"';
  }

  private String entry() {
    return object("\"id\":" + id(), "\"changes\":" + array(3, this::change));
  }

  private String change() {
    return random.nextInt(5) == 0
        ? object("\"field\":\"account_update\"", "\"value\":{}")
        : object(
            "\"field\":\"messages\"",
            "\"value\":"
                + object(
                    "\"metadata\":{\"phone_number_id\":" + id() + "}",
                    "\"contacts\":" + array(3, this::contact),
                    "\"messages\":" + array(4, this::metaMessage),
                    "\"statuses\":" + array(2, () -> "{\"id\":1}")));
  }

  private String contact() {
    return object("\"wa_id\":" + id(), "\"profile\":{\"name\":\"%s\"}".formatted(pick(TEXTS)));
  }

  private String metaMessage() {
    return message("\"from\":" + id());
  }

  private String whapiMessage() {
    return random.nextInt(5) == 0
        ? object("\"from_me\":true", "\"type\":\"text\"", "\"text\":{\"body\":\"own\"}")
        : message("\"from\":" + id(), "\"chat_id\":" + id());
  }

  private String message(String... members) {
    Stream<String> rest =
        random.nextInt(4) == 0
            ? Stream.of("\"type\":\"reaction\"", "\"reaction\":{\"emoji\":\"x\"}")
            : Stream.of("\"type\":\"text\"", "\"text\":{" + text("body") + "}");
    return object(
        Stream.of(Stream.of("\"id\":" + id()), Stream.of(members), rest)
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  /** A text that no other message of the request has. */
  private String text(String name) {
    String mark = texts.size() + ":";
    texts.add(mark);
    return "\"%s\":\"%s%s\"".formatted(name, mark, pick(TEXTS));
  }

  private String id() {
    return pick(IDS);
  }

  private String array(int most, Supplier<String> item) {
    return Stream.generate(item)
        .limit(random.nextInt(most + 1))
        .collect(Collectors.joining("," + space(), "[" + space(), space() + "]"));
  }

  private String object(String... members) {
    return Stream.of(members)
        .collect(Collectors.joining("," + space(), "{" + space(), space() + "}"));
  }

  private String space() {
    return pick(List.of("", "", " ", "\n", "\t  "));
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}

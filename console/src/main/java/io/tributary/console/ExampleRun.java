package io.tributary.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tributary.operations.OperationException;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.operations.requests.ProviderAccount;
import io.tributary.operations.requests.Senders;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The requests of an example: those that it needs, and its own.
 *
 * <p>A seed, such as {@code 1795219200000-4f2a9c1b}, makes ids and times: the same seed makes the
 * same event. Values of answers have names in capitals.
 */
final class ExampleRun {

  private static final Pattern SEED = Pattern.compile("(\\d{13})-([0-9a-f]{8})");
  private static final Pattern SAVED = Pattern.compile("\\$[A-Z_]+");
  private static final List<String> TOKENS = List.of("admin", "service");

  private final List<JsonNode> steps;
  private final ExampleTarget target;
  private final InstantSource clock;
  private final String requestId;
  private final Map<String, JsonNode> values = new HashMap<>();

  /**
   * A run.
   *
   * @param steps the example is the last one
   */
  ExampleRun(List<JsonNode> steps, String seed, ExampleTarget target, InstantSource clock) {
    Matcher parts = SEED.matcher(seed);
    if (!parts.matches()) {
      throw OperationException.invalid("seed must be 13 digits, - and 8 hexadecimal digits");
    }
    this.steps = List.copyOf(steps);
    this.target = target;
    this.clock = clock;
    this.requestId = "try-" + seed;
    long millis = Long.parseLong(parts.group(1));
    String phone = String.format(Locale.ROOT, "447700900%03d", millis % 1000);
    values.put("ms", JsonTemplate.value(millis));
    values.put("s", JsonTemplate.value(millis / 1000));
    values.put("second", JsonTemplate.value(Long.toString(millis / 1000)));
    values.put("id", JsonTemplate.value(parts.group(2)));
    values.put("digits", JsonTemplate.value(phone));
    values.put("tel", JsonTemplate.value('+' + phone));
    values.put("account", JsonTemplate.value(account("account", "example")));
    values.put("account_sid", JsonTemplate.value(account("account_sid", "AC01")));
  }

  private String account(String member, String missing) {
    String provider = steps.get(steps.size() - 1).path("as").asText();
    return Optional.ofNullable(accounts().get(provider))
        .map(account -> account.text(member))
        .filter(text -> !text.isEmpty())
        .orElse(missing);
  }

  private Map<String, ProviderAccount> accounts() {
    return target.accounts().stream()
        .filter(ProviderAccount::canSign)
        .collect(Collectors.toMap(ProviderAccount::provider, each -> each, (one, other) -> one));
  }

  String requestId() {
    return requestId;
  }

  List<JsonNode> steps() {
    return steps;
  }

  /** Senders whose credentials are unknown, so that the example cannot be sent. */
  List<String> unknown() {
    return steps.stream()
        .map(step -> step.path("as").asText())
        .filter(sender -> !sender.equals("device"))
        .filter(sender -> !target.tokens().containsKey(sender))
        .filter(sender -> !accounts().containsKey(sender))
        .distinct()
        .toList();
  }

  Call call(JsonNode step) {
    return call(step, target.tokens(), values);
  }

  private Call call(JsonNode step, Map<String, String> tokens, Map<String, JsonNode> variables) {
    Map<String, Map<String, String>> headers =
        tokens.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> Call.bearer(each.getValue())));
    Call call = new Senders(headers, accounts(), clock).call(JsonTemplate.filled(step, variables));
    boolean own = step.equals(steps.get(steps.size() - 1));
    return own ? call.with("X-Request-Id", requestId) : call;
  }

  /** Uses values of an earlier run. */
  void know(Map<String, JsonNode> kept) {
    values.putAll(kept);
  }

  /** Names of the values that a step's answer has. */
  static Set<String> saved(JsonNode step) {
    return step.path("save").properties().stream()
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Keeps values of a step's answer. */
  void save(JsonNode step, JsonNode answer) {
    for (Map.Entry<String, JsonNode> saved : step.path("save").properties()) {
      values.put(saved.getKey(), answer.path(saved.getValue().asText()));
    }
  }

  /** The steps as commands, with variables in place of secrets and of values of answers. */
  List<String> commands() {
    Map<String, String> tokens =
        TOKENS.stream().collect(Collectors.toMap(name -> name, ExampleRun::variable));
    Map<String, JsonNode> variables = new HashMap<>(values);
    for (JsonNode step : steps) {
      for (Map.Entry<String, JsonNode> saved : step.path("save").properties()) {
        variables.put(saved.getKey(), TextNode.valueOf('$' + saved.getKey()));
      }
    }
    return steps.stream().map(step -> command(step, call(step, tokens, variables))).toList();
  }

  private static String variable(String token) {
    return '$' + token.toUpperCase(Locale.ROOT) + "_TOKEN";
  }

  private String command(JsonNode step, Call call) {
    StringBuilder command = new StringBuilder("curl -s -X " + call.method());
    command.append(" \"").append(target.gateway()).append(call.path()).append('"');
    Map<String, String> headers = new TreeMap<>(call.headers());
    if (!call.body().isEmpty()) {
      headers.putIfAbsent("Content-Type", "application/json");
    }
    headers.forEach(
        (name, value) ->
            command
                .append(" \\\n  -H \"")
                .append(name)
                .append(": ")
                .append(name.contains("Secret") ? "$CHANNEL_SECRET" : value)
                .append('"'));
    if (!call.body().isEmpty()) {
      String quoted = call.body().replace("'", "'\\''");
      String expanding = SAVED.matcher(quoted).replaceAll(found -> "'\"\\" + found.group() + "\"'");
      command.append(" \\\n  -d '").append(expanding).append('\'');
    }
    for (Map.Entry<String, JsonNode> saved : step.path("save").properties()) {
      command.insert(0, saved.getKey() + "=$(");
      command
          .append(" | sed -E 's/.*\"")
          .append(saved.getValue().asText())
          .append("\":\"([^\"]*)\".*/\\1/')");
    }
    return command.toString();
  }
}

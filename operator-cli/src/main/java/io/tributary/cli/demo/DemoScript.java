package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Gateway;
import io.tributary.cli.client.Gateway.Reply;
import io.tributary.cli.client.JsonTemplate;
import io.tributary.cli.client.ProviderAccount;
import io.tributary.cli.process.CommandException;
import io.tributary.schemas.topic.Family;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The demonstration of a family: {@code steps} that send its traffic, {@code later} ones when the
 * pipeline has drained, and the {@code items} that its tables must hold.
 *
 * <p>A step sends a request as an application, a device or a provider. {@code times} repeats it at
 * once, with {@code but} in its body; {@code again} sends earlier ones once more; {@code events} is
 * the count of events in it, {@code duplicates} of the repeated ones among them. {@code answer} has
 * fields of the answer, {@code save} keeps some as variables. The script is a {@link JsonTemplate}.
 */
final class DemoScript {

  private final JsonNode script;
  private final Map<String, JsonNode> variables;
  private final Map<String, JsonNode> named = new HashMap<>();
  private int events;
  private int duplicates;

  /** The script of a family, with more variables. */
  DemoScript(Family family, Map<String, JsonNode> more) {
    JsonNode text = JsonTemplate.resource("/demo/" + family.label() + ".json");
    variables = new HashMap<>(more);
    text.path("variables")
        .properties()
        .forEach(each -> variables.put(each.getKey(), each.getValue()));
    script = JsonTemplate.expanded(JsonTemplate.filled(text, variables));
  }

  /**
   * Senders of a demonstration.
   *
   * @param tokens headers of operators and applications
   * @param accounts by provider
   */
  record Senders(
      Gateway gateway,
      Map<String, Map<String, String>> tokens,
      Map<String, ProviderAccount> accounts,
      InstantSource clock) {}

  /** Sends steps; {@link CommandException} for another answer than expected. */
  void send(String steps, Senders senders) {
    for (JsonNode step : script.path(steps)) {
      for (JsonNode id : step.path("again")) {
        send(Objects.requireNonNull(named.get(id.asText())), true, senders);
      }
      if (step.has("send")) {
        named.put(step.path("id").asText(), step);
        send(step, false, senders);
        for (int more = step.path("times").asInt(1); more > 1; more--) {
          send(merged(step, step.path("but")), true, senders);
        }
      }
    }
  }

  private void send(JsonNode template, boolean repeated, Senders senders) {
    JsonNode step = JsonTemplate.filled(merged(template, script.path("base")), variables);
    int count = step.path("events").asInt();
    events += count;
    duplicates += repeated ? count : step.path("duplicates").asInt();
    answered(step, senders.gateway().send(call(step, senders)).join());
  }

  /** The step with more fields in its body. */
  private static JsonNode merged(JsonNode step, JsonNode fields) {
    ObjectNode merged = step.deepCopy();
    fields
        .properties()
        .forEach(each -> merged.withObject("/body").set(each.getKey(), each.getValue()));
    return merged;
  }

  private void answered(JsonNode step, Reply reply) {
    int status = step.path("status").asInt(step.path("as").asText().equals("service") ? 202 : 200);
    JsonNode answer = reply.json();
    boolean expected =
        reply.status() == status
            && reply.body().endsWith(step.path("ends").asText())
            && step.path("answer").properties().stream()
                .allMatch(
                    each -> ExpectedItem.matches(each.getValue(), answer.path(each.getKey())));
    if (!expected) {
      throw CommandException.failed(step + " was answered " + reply.word() + ' ' + reply.body());
    }
    step.path("save")
        .properties()
        .forEach(each -> variables.put(each.getKey(), answer.path(each.getValue().asText())));
  }

  private static Call call(JsonNode step, Senders senders) {
    String sender = step.path("as").asText();
    JsonNode body = step.path("body");
    ProviderAccount account = senders.accounts().get(sender);
    if (account == null) {
      String[] request = step.path("send").asText().split(" ", 2);
      Map<String, String> device = Call.apiKey(step.path("key").asText());
      String text = body.isMissingNode() ? "" : JsonTemplate.text(body);
      Call call =
          new Call(request[0], request[1], senders.tokens().getOrDefault(sender, device), text);
      return step.has("once") ? call.with("Idempotency-Key", step.path("once").asText()) : call;
    }
    if (!sender.equals(ProviderAccount.TWILIO_WHATSAPP)) {
      return account.signed(senders.clock().instant(), JsonTemplate.text(body));
    }
    TreeMap<String, String> form = new TreeMap<>();
    body.properties().forEach(field -> form.put(field.getKey(), field.getValue().asText()));
    return account.signed(form);
  }

  /** Expected items by table. */
  Map<String, List<ExpectedItem>> items() {
    Map<String, List<ExpectedItem>> items = new HashMap<>();
    for (JsonNode group : JsonTemplate.filled(script, variables).path("items")) {
      List<ExpectedItem> list =
          items.computeIfAbsent(group.path("table").asText(), table -> new ArrayList<>());
      for (JsonNode item : group.path("items")) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        group.path("all").properties().forEach(each -> whole.set(each.getKey(), each.getValue()));
        whole.setAll((ObjectNode) item);
        JsonNode held = whole.remove("$events");
        list.add(new ExpectedItem(whole, held == null ? 0 : held.asInt()));
      }
    }
    return items;
  }

  /** Count of sent events, repeated ones included. */
  int events() {
    return events;
  }

  /** Count of repeated events. */
  int duplicates() {
    return duplicates;
  }
}

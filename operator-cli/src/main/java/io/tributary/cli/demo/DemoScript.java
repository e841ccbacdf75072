package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.OperationException;
import io.tributary.operations.requests.Gateway;
import io.tributary.operations.requests.Gateway.Reply;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.operations.requests.Senders;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

  /** Sends steps; {@link OperationException} for another answer than expected. */
  void send(String steps, Gateway gateway, Senders senders) {
    for (JsonNode step : script.path(steps)) {
      for (JsonNode id : step.path("again")) {
        send(Objects.requireNonNull(named.get(id.asText())), true, gateway, senders);
      }
      if (step.has("send")) {
        named.put(step.path("id").asText(), step);
        send(step, false, gateway, senders);
        for (int more = step.path("times").asInt(1); more > 1; more--) {
          send(merged(step, step.path("but")), true, gateway, senders);
        }
      }
    }
  }

  private void send(JsonNode template, boolean repeated, Gateway gateway, Senders senders) {
    JsonNode step = JsonTemplate.filled(merged(template, script.path("base")), variables);
    int count = step.path("events").asInt();
    events += count;
    duplicates += repeated ? count : step.path("duplicates").asInt();
    answered(step, gateway.send(senders.call(step)).join());
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
      throw OperationException.failed(step + " was answered " + reply.word() + ' ' + reply.body());
    }
    step.path("save")
        .properties()
        .forEach(each -> variables.put(each.getKey(), answer.path(each.getValue().asText())));
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

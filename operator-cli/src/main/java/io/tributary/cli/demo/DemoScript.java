package io.tributary.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The demonstration of a family: {@code steps} that send its traffic, and the {@code items} that
 * its tables must hold.
 *
 * <p>A step sends a request as an application, a device or a provider. {@code times} repeats it at
 * once, with {@code but} in its body; {@code again} sends earlier ones once more; {@code events} is
 * the count of events in it, {@code duplicates} of the repeated ones among them. {@code answer} has
 * fields of the answer, {@code save} keeps some as variables. In a list, {@code $each} repeats its
 * {@code $value}. {@code {name}} in a text is a variable.
 */
final class DemoScript {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
  private static final int OK = 200;
  private static final int ACCEPTED = 202;

  private final ObjectNode script;
  private final DemoSenders senders;
  private final Map<String, JsonNode> variables = new HashMap<>();
  private final Map<String, JsonNode> named = new HashMap<>();
  private int events;
  private int duplicates;

  /** The script of a family. */
  DemoScript(String family, DemoSenders senders, Map<String, JsonNode> variables) {
    try (InputStream text = DemoScript.class.getResourceAsStream("/demo/" + family + ".json")) {
      script = (ObjectNode) JSON.readTree(Objects.requireNonNull(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.senders = senders;
    this.variables.putAll(variables);
    script
        .path("variables")
        .properties()
        .forEach(variable -> this.variables.put(variable.getKey(), variable.getValue()));
  }

  /** Waits until the tables hold what was sent. */
  @FunctionalInterface
  interface Drain {
    void await() throws InterruptedException;
  }

  /** Sends the traffic; {@link DemoFailedException} for another answer than expected. */
  void send(Drain drain) throws InterruptedException {
    for (JsonNode step : expanded(script.path("steps"), variables)) {
      if (step.has("drain")) {
        drain.await();
      }
      for (JsonNode id : step.path("again")) {
        send(Objects.requireNonNull(named.get(id.asText())), true);
      }
      if (step.has("send")) {
        send(step, false);
        JsonNode changed = merged("body", step, step.path("but"));
        for (int more = step.path("times").asInt(1); more > 1; more--) {
          send(changed, true);
        }
        named.put(step.path("id").asText(), step);
      }
    }
  }

  /** The step with more fields in its object of that name. */
  private static JsonNode merged(String name, JsonNode step, JsonNode fields) {
    ObjectNode merged = step.deepCopy();
    if (fields.isObject()) {
      merged.withObject('/' + name).setAll((ObjectNode) fields);
    }
    return merged;
  }

  private void send(JsonNode template, boolean repeated) throws InterruptedException {
    JsonNode step = filled(merged("body", template, script.path("base")), variables);
    int count = step.path("events").asInt();
    events += count;
    duplicates += repeated ? count : step.path("duplicates").asInt();
    String as = step.path("as").asText();
    int status = step.path("status").asInt(as.equals("service") ? ACCEPTED : OK);
    String body = senders.send(step, status);
    if (step.has("ends") && !body.endsWith(step.path("ends").asText())) {
      throw new DemoFailedException("sent " + step + " but the answer was " + body);
    }
    if (step.has("answer")) {
      JsonNode answer = parsed(body);
      step.path("answer")
          .properties()
          .forEach(
              field -> {
                if (!matches(field.getValue(), answer.path(field.getKey()))) {
                  throw new DemoFailedException("sent " + step + " but the answer was " + answer);
                }
              });
      step.path("save")
          .properties()
          .forEach(field -> variables.put(field.getKey(), answer.path(field.getValue().asText())));
    }
  }

  /** Expected items by table. */
  Map<String, List<ExpectedItem>> items() {
    Map<String, List<ExpectedItem>> items = new HashMap<>();
    for (JsonNode group : script.path("items")) {
      List<ExpectedItem> list =
          items.computeIfAbsent(group.path("table").asText(), table -> new ArrayList<>());
      for (JsonNode item : expanded(group.path("items"), variables)) {
        ObjectNode whole = JSON.createObjectNode();
        group
            .path("all")
            .properties()
            .forEach(field -> whole.set(field.getKey(), field.getValue()));
        whole.setAll((ObjectNode) item);
        int held = whole.path("$events").asInt();
        list.add(new ExpectedItem((ObjectNode) filled(whole.without("$events"), variables), held));
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

  /** True for an equal value, or a text that matches a pattern behind {@code ~}. */
  static boolean matches(JsonNode wanted, JsonNode found) {
    return wanted.asText().startsWith("~")
        ? found.asText().matches(wanted.asText().substring(1))
        : wanted.equals(found);
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new DemoFailedException("an answer is not JSON: " + text);
    }
  }

  /** Elements of a list, with repeated values in place of {@code $each}. */
  private static List<JsonNode> expanded(JsonNode list, Map<String, JsonNode> values) {
    List<JsonNode> all = new ArrayList<>();
    for (JsonNode element : list) {
      JsonNode each = filled(element.path("$each"), values);
      int count = each.isEmpty() ? 0 : each.elements().next().size();
      if (count == 0) {
        all.add(element);
      }
      for (int index = 0; index < count; index++) {
        Map<String, JsonNode> own = new HashMap<>();
        for (Map.Entry<String, JsonNode> variable : each.properties()) {
          own.put(variable.getKey(), variable.getValue().get(index));
        }
        ArrayNode one = JSON.createArrayNode().add(filled(element.path("$value"), own));
        all.addAll(expanded(one, values));
      }
    }
    return all;
  }

  private static JsonNode filled(JsonNode template, Map<String, JsonNode> values) {
    if (template.isTextual()) {
      return text(template.asText(), values);
    }
    if (template.isArray()) {
      ArrayNode filled = JSON.createArrayNode();
      expanded(template, values).forEach(element -> filled.add(filled(element, values)));
      return filled;
    }
    if (template.isObject()) {
      ObjectNode filled = JSON.createObjectNode();
      template
          .properties()
          .forEach(
              field ->
                  filled.set(
                      text(field.getKey(), values).asText(), filled(field.getValue(), values)));
      return filled;
    }
    return template;
  }

  /** A text that is one variable becomes its value; inner ones are replaced first. */
  private static JsonNode text(String template, Map<String, JsonNode> values) {
    String text = template;
    Matcher whole = VARIABLE.matcher(text);
    while (!whole.matches()) {
      String next =
          VARIABLE
              .matcher(text)
              .replaceAll(
                  found -> {
                    JsonNode value = values.get(found.group(1));
                    return Matcher.quoteReplacement(value == null ? found.group() : value.asText());
                  });
      if (next.equals(text)) {
        return JsonNodeFactory.instance.textNode(text);
      }
      text = next;
      whole = VARIABLE.matcher(text);
    }
    JsonNode value = values.get(whole.group(1));
    return value == null ? TextNode.valueOf(text) : value;
  }
}

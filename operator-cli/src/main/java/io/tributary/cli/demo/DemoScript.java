package io.tributary.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Gateway.Reply;
import io.tributary.cli.client.ProviderAccount;
import io.tributary.cli.process.CommandException;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.MatchResult;
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

  /** Writes ASCII, as Meta does. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

  private final ObjectNode script;
  private final Map<String, JsonNode> variables;
  private final Map<String, JsonNode> named = new HashMap<>();
  private int events;
  private int duplicates;

  /** The script of a family, with more variables. */
  DemoScript(Family family, Map<String, JsonNode> more) {
    String name = "/demo/" + family.label() + ".json";
    try (InputStream text = DemoScript.class.getResourceAsStream(name)) {
      script = (ObjectNode) JSON.readTree(Objects.requireNonNull(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    variables = new HashMap<>(more);
    script
        .path("variables")
        .properties()
        .forEach(each -> variables.put(each.getKey(), each.getValue()));
  }

  /**
   * Receiver and senders of the requests.
   *
   * @param gateway answers a request
   * @param credentials header of a sender; with the key of a device
   * @param accounts by provider
   * @param drain waits until the tables hold everything sent
   */
  record Stage(
      Function<Call, Reply> gateway,
      BiFunction<String, String, Map<String, String>> credentials,
      Map<String, ProviderAccount> accounts,
      InstantSource clock,
      Drain drain) {}

  @FunctionalInterface
  interface Drain {
    void await() throws InterruptedException;
  }

  /** Sends the traffic; {@link CommandException} for another answer than expected. */
  void send(Stage stage) throws InterruptedException {
    for (JsonNode step : expanded(script.path("steps"), variables)) {
      if (step.has("drain")) {
        stage.drain().await();
      }
      for (JsonNode id : step.path("again")) {
        send(stage, Objects.requireNonNull(named.get(id.asText())), true);
      }
      if (step.has("send")) {
        named.put(step.path("id").asText(), step);
        send(stage, step, false);
        for (int more = step.path("times").asInt(1); more > 1; more--) {
          send(stage, merged(step, step.path("but")), true);
        }
      }
    }
  }

  /** The step with more fields in its body. */
  private static JsonNode merged(JsonNode step, JsonNode fields) {
    ObjectNode merged = step.deepCopy();
    fields
        .properties()
        .forEach(each -> merged.withObject("/body").set(each.getKey(), each.getValue()));
    return merged;
  }

  private void send(Stage stage, JsonNode template, boolean repeated) {
    JsonNode step = filled(merged(template, script.path("base")), variables);
    int count = step.path("events").asInt();
    events += count;
    duplicates += repeated ? count : step.path("duplicates").asInt();
    int status = step.path("status").asInt(step.path("as").asText().equals("service") ? 202 : 200);
    Reply reply = stage.gateway().apply(call(stage, step));
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

  private static Call call(Stage stage, JsonNode step) {
    String sender = step.path("as").asText();
    JsonNode body = step.path("body");
    ProviderAccount account = stage.accounts().get(sender);
    if (account != null && sender.equals(ProviderAccount.TWILIO_WHATSAPP)) {
      TreeMap<String, String> form = new TreeMap<>();
      body.properties().forEach(field -> form.put(field.getKey(), field.getValue().asText()));
      return account.signed(form);
    }
    if (account != null) {
      return account.signed(stage.clock().instant(), text(body));
    }
    String[] request = step.path("send").asText().split(" ", 2);
    Map<String, String> headers = stage.credentials().apply(sender, step.path("key").asText());
    Call call = new Call(request[0], request[1], headers, body.isMissingNode() ? "" : text(body));
    return step.has("once") ? call.with("Idempotency-Key", step.path("once").asText()) : call;
  }

  private static String text(JsonNode body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
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
        group.path("all").properties().forEach(each -> whole.set(each.getKey(), each.getValue()));
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
    if (template.isArray()) {
      ArrayNode filled = JSON.createArrayNode();
      expanded(template, values).forEach(element -> filled.add(filled(element, values)));
      return filled;
    }
    if (template.isObject()) {
      ObjectNode filled = JSON.createObjectNode();
      for (Map.Entry<String, JsonNode> each : template.properties()) {
        filled.set(filled(each.getKey(), values).asText(), filled(each.getValue(), values));
      }
      return filled;
    }
    return template.isTextual() ? filled(template.asText(), values) : template;
  }

  /** A text that is one variable becomes its value; inner ones are replaced first. */
  private static JsonNode filled(String template, Map<String, JsonNode> values) {
    String text = template;
    String before = "";
    while (!text.equals(before)) {
      Matcher whole = VARIABLE.matcher(text);
      if (whole.matches()) {
        return values.getOrDefault(whole.group(1), TextNode.valueOf(text));
      }
      before = text;
      text = VARIABLE.matcher(text).replaceAll(found -> value(found, values));
    }
    return TextNode.valueOf(text);
  }

  private static String value(MatchResult found, Map<String, JsonNode> values) {
    JsonNode value = values.get(found.group(1));
    return Matcher.quoteReplacement(value == null ? found.group() : value.asText());
  }
}

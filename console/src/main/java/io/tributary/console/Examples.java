package io.tributary.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.OperationException;
import io.tributary.operations.requests.Gateway;
import io.tributary.operations.requests.Gateway.Reply;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.operations.trace.HiddenSecrets;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.health.OpsContent.Request;
import io.tributary.runtime.retry.Backoff;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** An example request of each route, as commands, and sent where there is a gateway for it. */
final class Examples {

  private static final ExampleTarget NONE =
      new ExampleTarget(URI.create("http://127.0.0.1:8080"), Map.of(), List.of());
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(200), Duration.ofSeconds(1), () -> 0);
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Supplier<Optional<ExampleTarget>> target;
  private final RuntimeContext runtime;
  private final Map<String, JsonNode> kept = new ConcurrentHashMap<>();

  Examples(Supplier<Optional<ExampleTarget>> target, RuntimeContext runtime) {
    this.target = target;
    this.runtime = runtime;
  }

  /** Keeps an accepted step's values for later runs, until a credential among them is refused. */
  private void keep(JsonNode step, Reply reply) {
    if (reply.word().equals("401")) {
      kept.clear();
    } else if (step.has("keep") && reply.isAccepted()) {
      step.path("save")
          .properties()
          .forEach(saved -> kept.put(saved.getKey(), reply.json().path(saved.getValue().asText())));
    }
  }

  private static JsonNode file() {
    return JsonTemplate.resource("/try/examples.json");
  }

  /** Examples with their commands. */
  ObjectNode list(Request request) {
    Optional<ExampleTarget> known = target.get();
    JsonNode file = file();
    ObjectNode list = NODES.objectNode().put("sends", known.isPresent());
    for (JsonNode example : file.path("examples")) {
      ExampleRun run = run(file, example, request, known.orElse(NONE));
      ObjectNode shown = list.withArray("examples").addObject();
      shown.put("name", example.path("send").asText());
      shown.set("family", example.path("family"));
      shown.set("note", example.path("note"));
      run.commands().forEach(shown.putArray("commands")::add);
      run.unknown().forEach(shown.putArray("unknown")::add);
    }
    return list;
  }

  private ExampleRun run(JsonNode file, JsonNode example, Request request, ExampleTarget known) {
    List<JsonNode> steps = new ArrayList<>();
    example.path("before").forEach(name -> steps.add(named(file, name.asText())));
    steps.add(example);
    String seed = request.parameter("seed").orElse("");
    return new ExampleRun(steps, seed, known, runtime.clock());
  }

  private static JsonNode named(JsonNode file, String name) {
    return find(file.path("examples"), "name", name)
        .orElseGet(() -> file.path("preparations").required(name));
  }

  private static Optional<JsonNode> find(JsonNode list, String field, String value) {
    for (JsonNode each : list) {
      if (each.path(field).asText().equals(value)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Sends an example; the answer, or that of a request before it that was not accepted. */
  JsonNode send(Request request) {
    ExampleTarget known =
        target
            .get()
            .orElseThrow(
                () -> OperationException.failed("this console knows no gateway for examples"));
    JsonNode file = file();
    String name = request.parameter("example").orElse("");
    JsonNode example =
        find(file.path("examples"), "send", name)
            .orElseThrow(() -> OperationException.invalid("example must be one of the list"));
    ExampleRun run = run(file, example, request, known);
    if (!run.unknown().isEmpty()) {
      throw OperationException.failed("there are no credentials of " + run.unknown());
    }
    Gateway gateway = new Gateway(known.gateway(), BACKOFF);
    run.know(kept);
    ObjectNode shown = NODES.objectNode().put("request_id", run.requestId());
    for (JsonNode step : run.steps()) {
      if (step.has("keep") && kept.keySet().containsAll(ExampleRun.saved(step))) {
        continue;
      }
      Reply reply = gateway.send(run.call(step)).join();
      run.save(step, reply.json());
      keep(step, reply);
      shown.put("of", step.path("send").asText()).put("status", reply.word());
      shown.put("accepted", reply.isAccepted());
      JsonNode json = reply.json();
      shown.set(
          "answer", json.isMissingNode() ? NODES.textNode(reply.body()) : HiddenSecrets.in(json));
      if (!reply.isAccepted()) {
        break;
      }
    }
    return shown;
  }
}

package io.tributary.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.Program;
import io.tributary.operations.SettingsSource;
import io.tributary.operations.status.Diagnosis;
import io.tributary.operations.status.Finding;
import io.tributary.operations.status.OpenLetters;
import io.tributary.operations.status.Sampler;
import io.tributary.operations.status.ServiceView;
import io.tributary.operations.status.Status;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.sink.SinkPipeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** State of the pipeline, family by family, and its findings. */
final class Overview {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Duration INTERVAL = Duration.ofSeconds(3);

  private final SettingsSource live;
  private final Supplier<List<Sampler.Instance>> instances;
  private final Ambient ambient;

  /** Time of the first look with a finding, by its code. */
  private final Map<String, Long> since = new HashMap<>();

  private volatile Optional<ObjectNode> newest = Optional.empty();

  Overview(SettingsSource live, Supplier<List<Sampler.Instance>> instances, Ambient ambient) {
    this.live = live;
    this.instances = instances;
    this.ambient = ambient;
  }

  /** Looks as long as it is wanted. */
  void run(BooleanSupplier wanted) throws InterruptedException {
    try {
      while (wanted.getAsBoolean()) {
        look(wanted);
      }
    } finally {
      newest = Optional.empty();
    }
  }

  /** Ends when no broker answers: a later one may name another generation. */
  private void look(BooleanSupplier wanted) throws InterruptedException {
    try (Sampler sampler = new Sampler(live.get(), instances.get(), ambient)) {
      Status status;
      do {
        status = sampler.next(INTERVAL);
        newest = Optional.of(json(status));
      } while (wanted.getAsBoolean() && status.now().cluster().value().isPresent());
    }
  }

  /** The newest look. */
  Optional<ObjectNode> newest() {
    return newest;
  }

  private ObjectNode json(Status status) {
    ObjectNode json = NODES.objectNode();
    json.put("at", Instant.ofEpochMilli(status.now().millis()).toString());
    findings(json.putArray("findings"), status);
    ArrayNode services = json.putArray("services");
    status.now().services().forEach(service -> services.add(service(service)));
    ArrayNode refused = json.putArray("refused");
    status
        .refused()
        .forEach((reason, count) -> refused.addObject().put("reason", reason).put("count", count));
    ArrayNode families = json.putArray("families");
    Arrays.stream(Family.values())
        .filter(family -> status.topics().stream().anyMatch(line -> isOf(line, family)))
        .forEach(family -> families.add(family(family, status)));
    return json;
  }

  private void findings(ArrayNode json, Status status) {
    List<Finding> findings = Diagnosis.findings(status);
    since.keySet().retainAll(findings.stream().map(found -> found.rule().code()).toList());
    for (Finding found : findings) {
      long first = since.computeIfAbsent(found.rule().code(), code -> status.now().millis());
      json.addObject()
          .put("code", found.rule().code())
          .put("what", found.what())
          .put("remedy", Program.named(found.remedy()))
          .put("since", Instant.ofEpochMilli(first).toString());
    }
  }

  private static ObjectNode service(ServiceView service) {
    boolean answers = service.answer().value().isPresent();
    String unready = String.join(", ", service.codes().keySet());
    String state = unready.isEmpty() ? "ready" : "unready: " + unready;
    return NODES
        .objectNode()
        .put("role", service.role())
        .put("url", service.url().toString())
        .put("state", answers ? state : "silent");
  }

  private static ObjectNode family(Family family, Status status) {
    ObjectNode json = NODES.objectNode().put("name", family.label());
    json.set("facts", stage(family, status, "processors", kind -> kind.isFact()));
    json.set("records", stage(family, status, "sink", TopicKind.RECORDS::equals));
    Optional<OpenLetters> letters = status.now().letters().value();
    letters.ifPresent(
        open ->
            json.put(
                "letters",
                Optional.ofNullable(open.families().get(family.label()))
                    .map(OpenLetters.Letters::count)
                    .orElse(0L)));
    ArrayNode tables = json.putArray("tables");
    SinkPipeline.tables(Set.of(family)).stream().map(TableDefinition::name).forEach(tables::add);
    return json;
  }

  /** Topics of a family before a stage. */
  private static ObjectNode stage(
      Family family, Status status, String stage, Predicate<TopicKind> kinds) {
    List<Status.TopicLine> lines =
        status.topics().stream()
            .filter(line -> isOf(line, family) && kinds.test(line.view().topic().kind()))
            .toList();
    double rate = lines.stream().mapToDouble(line -> line.rate().orElse(0)).sum();
    long left = lines.stream().mapToLong(Status.TopicLine::left).sum();
    OptionalDouble age = lines.stream().flatMapToDouble(line -> line.age().stream()).max();
    boolean works =
        status.now().cluster().value().stream()
            .anyMatch(view -> view.members().getOrDefault(stage, 0) > 0);
    ObjectNode json = NODES.objectNode().put("rate", rate).put("left", left);
    age.ifPresent(seconds -> json.put("age", seconds));
    json.put("state", state(works, left, age.orElse(0)));
    ArrayNode topics = json.putArray("topics");
    for (Status.TopicLine line : lines) {
      topics
          .addObject()
          .put("name", line.view().name())
          .put("rate", line.rate().orElse(0))
          .put("left", line.left());
    }
    return json;
  }

  private static String state(boolean works, long left, double age) {
    if (!works) {
      return "stopped";
    }
    return left > 0 && age >= Diagnosis.LATE_SECONDS ? "late" : "well";
  }

  private static boolean isOf(Status.TopicLine line, Family family) {
    return line.view().topic().family().equals(Optional.of(family));
  }
}

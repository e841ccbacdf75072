package io.tributary.console;

import io.tributary.operations.Program;
import io.tributary.operations.SettingsSource;
import io.tributary.operations.deadletters.OpenDeadLetters;
import io.tributary.operations.status.Diagnosis;
import io.tributary.operations.status.Finding;
import io.tributary.operations.status.Sampler;
import io.tributary.operations.status.ServiceView;
import io.tributary.operations.status.Status;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.sink.SinkPipeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import org.jspecify.annotations.Nullable;

/** State of the pipeline, family by family, and its findings. */
final class Overview {

  private static final Duration INTERVAL = Duration.ofSeconds(3);

  private final SettingsSource live;
  private final Supplier<List<Sampler.Instance>> instances;
  private final RuntimeContext runtime;

  /** Time of the first look with a finding, by its code. */
  private final Map<String, Long> since = new HashMap<>();

  private volatile Optional<View> newest = Optional.empty();

  Overview(
      SettingsSource live, Supplier<List<Sampler.Instance>> instances, RuntimeContext runtime) {
    this.live = live;
    this.instances = instances;
    this.runtime = runtime;
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
    try (Sampler sampler = new Sampler(live.get(), instances.get(), runtime)) {
      Status status;
      do {
        status = sampler.next(INTERVAL);
        newest = Optional.of(view(status));
      } while (wanted.getAsBoolean() && status.now().cluster().value().isPresent());
    }
  }

  /** The newest look. */
  Optional<View> newest() {
    return newest;
  }

  /** A look, as its answer. */
  record View(
      String at,
      List<FindingView> findings,
      List<ServiceState> services,
      List<Refused> refused,
      List<FamilyView> families) {}

  private record FindingView(String code, String what, String remedy, String since) {}

  private record ServiceState(String role, String url, String state) {}

  private record Refused(String reason, long count) {}

  /** A family; without dead letters where they could not be counted. */
  private record FamilyView(
      String name,
      StageView facts,
      StageView records,
      @Nullable Long deadLetters,
      List<String> tables) {}

  private record StageView(
      double rate, long left, @Nullable Double age, String state, List<TopicView> topics) {}

  private record TopicView(String name, double rate, long left) {}

  private View view(Status status) {
    List<Refused> refused = new ArrayList<>();
    status.refused().forEach((reason, count) -> refused.add(new Refused(reason, count)));
    return new View(
        Instant.ofEpochMilli(status.now().millis()).toString(),
        findings(status),
        status.now().services().stream().map(Overview::service).toList(),
        refused,
        Arrays.stream(Family.values())
            .filter(family -> status.topics().stream().anyMatch(line -> isOf(line, family)))
            .map(family -> family(family, status))
            .toList());
  }

  private List<FindingView> findings(Status status) {
    List<Finding> findings = Diagnosis.findings(status);
    since.keySet().retainAll(findings.stream().map(found -> found.rule().code()).toList());
    return findings.stream().map(found -> finding(found, status.now().millis())).toList();
  }

  private FindingView finding(Finding found, long now) {
    long first = since.computeIfAbsent(found.rule().code(), code -> now);
    return new FindingView(
        found.rule().code(),
        found.what(),
        Program.named(found.remedy()),
        Instant.ofEpochMilli(first).toString());
  }

  private static ServiceState service(ServiceView service) {
    boolean answers = service.answer().value().isPresent();
    String unready = String.join(", ", service.codes().keySet());
    String state = unready.isEmpty() ? "ready" : "unready: " + unready;
    return new ServiceState(service.role(), service.url().toString(), answers ? state : "silent");
  }

  private static FamilyView family(Family family, Status status) {
    Optional<OpenDeadLetters> deadLetters = status.now().deadLetters().value();
    return new FamilyView(
        family.label(),
        stage(family, status, "processors", kind -> kind.isFact()),
        stage(family, status, "sink", TopicKind.RECORDS::equals),
        deadLetters
            .map(
                open ->
                    Optional.ofNullable(open.families().get(family.label()))
                        .map(OpenDeadLetters.OfFamily::count)
                        .orElse(0L))
            .orElse(null),
        SinkPipeline.tables(Set.of(family)).stream().map(TableDefinition::name).toList());
  }

  /** Topics of a family before a stage. */
  private static StageView stage(
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
    return new StageView(
        rate,
        left,
        age.isPresent() ? age.getAsDouble() : null,
        state(works, left, age.orElse(0)),
        lines.stream()
            .map(line -> new TopicView(line.view().name(), line.rate().orElse(0), line.left()))
            .toList());
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

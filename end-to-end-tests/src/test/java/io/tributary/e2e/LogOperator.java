package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An operator of a pipeline whose Kafka has lost something: types the remedies as printed. */
final class LogOperator {

  private static final Pattern COMMAND = Pattern.compile("`[^` ]*tributary ([^`]+)`");

  private static final Set<String> FAMILIES =
      Set.of("devices", "history", "inbox", "tenants", "outreach");
  private static final Set<String> OF_LOGS =
      Set.of("topics_missing", "topic_replaced", "state_lost", "log_gap");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LOOKS = 40;

  private final SplitPipeline services;
  private final Set<String> lost = new TreeSet<>();
  private int live = 1;

  LogOperator(SplitPipeline services) {
    this.services = services;
  }

  /** Stops running instances: one that finds no topics at its start has ended. */
  void stop(Role... roles) {
    for (Role role : roles) {
      services.of(role).stream()
          .filter(instance -> instance.process().isAlive())
          .forEach(Instance::stop);
    }
  }

  void start(Role... roles) {
    for (Role role : roles) {
      services.of(role).forEach(Instance::launch);
      services.of(role).forEach(Instance::awaitReady);
    }
  }

  /** Tables and topics agree, and nothing stays wrong; a busy machine may answer late. */
  void requireWell() {
    awaitAgreement();
    Eventually.await("all to be well")
        .untilAsserted(() -> assertThat(status()).doesNotContain("WRONG"));
  }

  /** All is stored, and tables and topics agree. */
  void awaitAgreement() {
    services.awaitDrained();
    Completed verified = run("verify");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
  }

  /** Topics and tables agree, where both are known. */
  void requireAgreement() {
    Completed verified = run("verify");
    assertThat(verified.out() + verified.err())
        .doesNotContainPattern("(?m)^(missing|different|extra|alarm) ");
    assertThat(verified.exitCode()).as(verified.out()).isIn(0, 3);
  }

  String status() {
    String instances = instances();
    return run(instances.isEmpty()
            ? new String[] {"status"}
            : new String[] {"status", "--services", instances})
        .out()
        .replaceAll("\\s*\\n\\s+", " ");
  }

  Completed run(String... command) {
    return services.launcher().runInProcess(services.endpoints().appendedTo(command));
  }

  /** The commands of a text, in their order. */
  List<String> commands(String text) {
    List<String> commands = new ArrayList<>();
    Matcher found = COMMAND.matcher(text);
    while (found.find()) {
      commands.add(found.group(1));
    }
    return commands;
  }

  void type(String command) {
    Completed done = run(Arrays.asList(command.split(" ")).toArray(String[]::new));
    assertThat(done.exitCode()).as(command + '\n' + done.out() + done.err()).isZero();
  }

  /**
   * Follows findings until there is none about logs, and starts all services, the gateway last: a
   * simulation must not end, and compare, before.
   *
   * @return families of whose events the program has said that some are lost
   */
  Set<String> recover() {
    launch();
    for (int look = 0; look < LOOKS; look++) {
      Optional<JsonNode> finding = finding();
      if (finding.isEmpty() && settle()) {
        return lost;
      }
      finding.ifPresent(this::follow);
    }
    throw new AssertionError("still wrong: " + status());
  }

  /** The first finding about logs. */
  private Optional<JsonNode> finding() {
    Completed done = run("status", "--output", "json", "--services", instances());
    assertThat(done.exitCode()).as(done.out() + done.err()).isIn(0, 3);
    try {
      for (JsonNode finding : JSON.readTree(done.out()).get("findings")) {
        if (OF_LOGS.contains(finding.get("code").asText())) {
          return Optional.of(finding);
        }
      }
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(done.out() + done.err(), e);
    }
  }

  private void follow(JsonNode finding) {
    String what = finding.get("what").asText();
    System.out.println("found: " + finding.get("code").asText() + ' ' + what);
    List<String> commands = commands(finding.get("do").asText());
    switch (finding.get("code").asText()) {
      case "log_gap" -> followGap(what);
      case "topics_missing" -> type(commands.get(0));
      default -> {
        String last = commands.get(commands.size() - 1);
        boolean done = commands.size() > 1 ? rebuild() : last.contains("restore") && restore(last);
        if (!done) {
          accept(last.replace("restore", "accept").replace("--live N", "--live " + live));
        }
      }
    }
  }

  /** Lost facts are named, lost records made anew. */
  private void followGap(String what) {
    Role role = what.contains("the processors") ? Role.PROCESSORS : Role.SINK;
    if (role == Role.SINK && rebuild()) {
      return;
    }
    nameLost(what.substring(what.indexOf("offsets:")));
    services.of(role).forEach(Instance::awaitReady);
    run("drained", "--timeout", "60");
    stop(role);
    launch();
  }

  /** Number of the live generation. */
  int live() {
    return live;
  }

  /** Makes the next generation from facts; false if those are incomplete. */
  boolean rebuild() {
    Completed made = run("replay", "run", "--from", "facts");
    if (made.exitCode() != 0) {
      System.out.println("not rebuilt: " + made.err());
      return false;
    }
    stop(Role.values());
    type("replay promote");
    live++;
    launch();
    return true;
  }

  private boolean restore(String command) {
    stop(Role.PROCESSORS);
    Completed restored = run(command.split(" "));
    launch();
    if (restored.exitCode() != 0) {
      System.out.println("not restored: " + restored.err());
    }
    return restored.exitCode() == 0 || rebuild();
  }

  private void accept(String command) {
    if (command.contains("--states")) {
      stop(Role.PROCESSORS);
    }
    Completed done = run(command.split(" "));
    assertThat(done.exitCode()).as(command + done.out() + done.err()).isZero();
    launch();
    if (done.out().contains("lost") || command.contains("--states")) {
      nameLost(done.out());
    }
  }

  private void nameLost(String text) {
    FAMILIES.stream().filter(family -> text.contains(family + '.')).forEach(lost::add);
  }

  private void launch() {
    launch(instance -> instance.role() != Role.GATEWAY);
  }

  private void launch(Predicate<Instance> chosen) {
    services.all().stream()
        .filter(chosen)
        .filter(instance -> !instance.process().isAlive())
        .forEach(Instance::launch);
  }

  /** True once all services are ready and all is stored. */
  boolean settle() {
    launch(any -> true);
    services.all().forEach(Instance::awaitReady);
    return run("drained", "--timeout", "120").exitCode() == 0;
  }

  private String instances() {
    return services.all().stream()
        .filter(instance -> instance.process().isAlive() && instance.isKnown())
        .map(instance -> instance.ops().toString())
        .collect(Collectors.joining(","));
  }
}

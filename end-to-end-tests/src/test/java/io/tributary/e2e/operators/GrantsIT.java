package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.e2e.operators.Permissions.Use;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.fault.Seed;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Endpoints;
import io.tributary.harness.pipeline.Families;
import io.tributary.harness.pipeline.OwnDynamoDb;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.Tables;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/**
 * Everybody works with an access key of his own at a DynamoDB that shows what is asked: nothing
 * that the policies leave out, and nearly all that they allow.
 */
@Tag("storm")
@TestInstance(Lifecycle.PER_CLASS)
@OwnDynamoDb
final class GrantsIT {

  private static final String OPERATOR = "operator";
  private static final String AUDITOR = "auditor";
  private static final Set<String> PEOPLE = Set.of(AUDITOR, OPERATOR);
  private static final List<String> SERVICES = List.of("gateway", "processors", "sink");
  private static final String EXTRA = "by-hand";

  /** Allowed, and why nobody has asked for it here. */
  private static final Map<String, String> NOT_SEEN =
      Map.of(
          "sink DeleteItem conversations-dev",
          "a conversation goes when it has expired, and DynamoDB has not taken it itself",
          "auditor BatchGetItem",
          "`verify` reads again only what differed at first, and nothing does here");

  private final Workplace place = Workplace.named(GrantsIT.class.getSimpleName());
  private final FaultyDynamo dynamo = new FaultyDynamo(Seed.next());
  private final SplitPipeline servers =
      SplitPipeline.start(place, place.launcher().with(dynamo.settings()), 0);
  private final Endpoints endpoints = dynamo.inFrontOf(servers.endpoints());
  private final Tables tables = new Tables(servers.endpoints());
  private final DynamoUses uses = new DynamoUses();
  private final List<RunningProcess> running = new ArrayList<>();

  @AfterAll
  void end() {
    running.forEach(RunningProcess::close);
    tables.close();
    servers.close();
    dynamo.close();
  }

  @Test
  void shouldUseNearlyAllPermissionsOfThePolicies() throws Exception {
    dynamo.show(uses);
    for (String service : SERVICES) {
      List<String> command = new ArrayList<>(endpoints.appendedTo(service));
      command.addAll(List.of("--" + service + "-listen", "127.0.0.1:0"));
      if (service.equals("gateway")) {
        command.set(command.size() - 2, "--http-listen");
      }
      running.add(as(service).start(service, command));
    }
    List<URI> http =
        running.stream().map(service -> URI.create(service.awaitReady().get("http"))).toList();

    new SampleTraffic(new HttpProbe(place.statistics()), http.get(0)).send();
    operate(http.get(0));

    assertThat(uses.by("gateway")).isEmpty();
    assertThat(uses.by("processors")).isEmpty();
    assertThat(uses.known()).containsExactlyInAnyOrder("sink", AUDITOR, OPERATOR);
    List<String> unused = new ArrayList<>();
    for (String role : List.of("gateway", "processors", "sink", AUDITOR, OPERATOR)) {
      Path file = Path.of("../config/aws/policy-" + role + ".json");
      Permissions policy = new Permissions(Answer.parse(Files.readString(file)));
      assertThat(uses.by(role)).as("asked for by " + role).allMatch(policy::allow);
      unused.addAll(unused(role, policy));
    }
    System.out.println(
        "grants: asked for by sink: "
            + uses.by("sink").size()
            + ", by auditor: "
            + uses.by(AUDITOR).size()
            + ", by operator: "
            + uses.by(OPERATOR).size()
            + "; not seen: "
            + unused);
    assertThat(unused).containsExactlyInAnyOrderElementsOf(NOT_SEEN.keySet());
  }

  /** What operators do to tables; what a generation does to its own is the same. */
  private void operate(URI gateway) {
    operate("drained", "--timeout", "120");
    // its stream is to be switched on
    tables
        .client()
        .createTable(
            request ->
                request
                    .tableName("g2-inbox")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(
                        Stream.of("pk", "sk")
                            .map(AttributeDefinition.builder().attributeType("S")::attributeName)
                            .map(AttributeDefinition.Builder::build)
                            .toList())
                    .keySchema(
                        KeySchemaElement.builder().attributeName("pk").keyType("HASH").build(),
                        KeySchemaElement.builder().attributeName("sk").keyType("RANGE").build()));
    operate("tables", "create", "--generation", "2");
    done(AUDITOR, "tables", "check");
    // 3 for the dead letters that are part of the traffic
    assertThat(run(as(AUDITOR), endpoints, "status", "--services", "none").exitCode()).isEqualTo(3);
    done(AUDITOR, "verify");
    spoil();
    operate("verify", "--tables", "history,tenants", "--repair", "--delete-extra", "--yes");
    operate("replay", "run", "--families", String.join(",", Families.ALL));
    operate(
        "simulate",
        "--http",
        gateway.toString(),
        "--families",
        "devices,history",
        "--rate",
        "5",
        "--duration",
        "1s");
    operate("drained", "--timeout", "120");
  }

  /** Something is missing, and something is there that should not be. */
  private void spoil() {
    Map<String, AttributeValue> item =
        tables.client().scan(request -> request.tableName("history")).items().get(0);
    Map<String, AttributeValue> key = Map.of("PK", item.get("PK"), "SK", item.get("SK"));
    tables.client().deleteItem(request -> request.tableName("history").key(key));
    tables
        .client()
        .putItem(
            request ->
                request
                    .tableName("tenants")
                    .item(
                        Map.of(
                            "pk", AttributeValue.fromS("TENANT#outlocks"),
                            "sk", AttributeValue.fromS("USER#" + EXTRA),
                            "rev", AttributeValue.fromN("1"))));
  }

  private void operate(String... command) {
    done(OPERATOR, command);
  }

  private void done(String who, String... command) {
    Completed done = run(as(who), endpoints, command);
    assertThat(done.exitCode()).as(done.command() + done.out() + done.err()).isZero();
  }

  private static Completed run(Launcher launcher, Endpoints endpoints, String... command) {
    return launcher.run(endpoints.appendedTo(command));
  }

  private Launcher as(String who) {
    return place
        .launcher()
        .with(Map.of("AWS_ACCESS_KEY_ID", who, "TRIBUTARY_SERVICE_TOKEN", ServiceTokens.ALL));
  }

  /**
   * What is allowed in the first generation and was not asked for, by action and table; of people
   * by action, because their commands are the same for every table.
   */
  private List<String> unused(String role, Permissions policy) {
    return policy.all().stream()
        .filter(allowed -> !allowed.resource().contains("table/g?"))
        .filter(allowed -> uses.by(role).stream().noneMatch(use -> isOf(role, allowed, use)))
        .map(allowed -> role + ' ' + allowed.action() + tableOf(role, allowed))
        .distinct()
        .toList();
  }

  private static String tableOf(String role, Use allowed) {
    return PEOPLE.contains(role)
        ? ""
        : ' ' + allowed.resource().replaceAll(".*table/|/stream.*", "");
  }

  private static boolean isOf(String role, Use allowed, Use use) {
    return use.action().equals(allowed.action())
        && (PEOPLE.contains(role) || Permissions.matches(allowed.resource(), use.resource()));
  }
}

package io.tributary.project.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import io.tributary.schemas.topic.Family;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Who may know whom. A new package that breaks a rule changes either itself or, on purpose, this.
 */
class ArchitectureTest {

  private static final String ROOT = "io.tributary.";

  /** What each module may use of the others. */
  private static final Map<String, List<String>> MODULES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("schemas", List.of("avro")),
              Map.entry("registry", List.of("schemas", "avro")),
              Map.entry("runtime", List.of("registry", "schemas", "avro")),
              Map.entry("channels", List.of("schemas", "avro")),
              Map.entry("gateway", List.of("channels", "runtime", "schemas", "avro")),
              Map.entry("processors", List.of("channels", "runtime", "schemas", "avro")),
              Map.entry("sink", List.of("runtime", "schemas", "avro")),
              Map.entry("client", List.of("registry", "schemas", "avro")),
              Map.entry("examples", List.of("client", "registry", "schemas", "avro")),
              Map.entry(
                  "operations",
                  List.of(
                      "gateway", "processors", "sink", "channels", "runtime", "schemas", "avro")),
              Map.entry("console", List.of("operations", "sink", "runtime", "schemas", "avro")),
              Map.entry(
                  "launcher",
                  List.of(
                      "console",
                      "operations",
                      "gateway",
                      "processors",
                      "sink",
                      "runtime",
                      "registry",
                      "schemas",
                      "avro")),
              Map.entry(
                  "cli",
                  List.of(
                      "launcher",
                      "console",
                      "operations",
                      "gateway",
                      "processors",
                      "sink",
                      "runtime",
                      "registry",
                      "schemas",
                      "avro"))));

  /** Where each technology lives. */
  private static final Map<String, List<String>> TECHNOLOGIES =
      Map.ofEntries(
          Map.entry(
              "io.vertx..",
              List.of(
                  "io.tributary.gateway.http..",
                  "io.tributary.runtime.health..",
                  "io.tributary.operations.requests..")),
          Map.entry("io.netty..", List.of("io.tributary.gateway.http..")),
          Map.entry("picocli..", List.of("io.tributary.cli..")),
          Map.entry(
              "org.apache.kafka.streams..",
              List.of(
                  "io.tributary.processors..",
                  "io.tributary.cli.settings..",
                  "io.tributary.client.streams..",
                  "io.tributary.examples..")),
          Map.entry(
              "java.net.http..",
              List.of(
                  "io.tributary.registry..",
                  "io.tributary.gateway.channel..",
                  "io.tributary.operations.status..",
                  "io.tributary.cli..")),
          Map.entry(
              "org.rocksdb..",
              List.of(
                  "io.tributary.processors..",
                  "io.tributary.operations.verify..",
                  "io.tributary.embedded.dynamodb.store..")),
          Map.entry(
              "software.amazon.awssdk..",
              List.of(
                  "io.tributary.gateway.channel.keys..",
                  "io.tributary.gateway.channel.verify..",
                  "io.tributary.sink.write..",
                  "io.tributary.sink.dynamo..",
                  "io.tributary.sink.item..",
                  "io.tributary.sink.table..",
                  "io.tributary.sink.stream..",
                  "io.tributary.operations.generation..",
                  "io.tributary.operations.status..",
                  "io.tributary.operations.tables..",
                  "io.tributary.operations.trace..",
                  "io.tributary.operations.verify..",
                  "io.tributary.console..",
                  "io.tributary.launcher.up..",
                  "io.tributary.cli.demo..",
                  "io.tributary.cli..")),
          Map.entry(
              "org.apache.kafka.clients.producer..",
              List.of(
                  "io.tributary.runtime.kafka..",
                  "io.tributary.gateway.kafka..",
                  "io.tributary.processors..",
                  "io.tributary.sink.commit..",
                  "io.tributary.sink.consume..",
                  "io.tributary.sink.relay..",
                  "io.tributary.client..",
                  "io.tributary.examples..",
                  "io.tributary.operations.deadletters..",
                  "io.tributary.operations.generation..",
                  "io.tributary.operations.topics..")),
          Map.entry(
              "org.apache.kafka.clients.consumer..",
              List.of(
                  "io.tributary.runtime.kafka..",
                  "io.tributary.gateway.kafka..",
                  "io.tributary.processors",
                  "io.tributary.sink.commit..",
                  "io.tributary.sink.consume..",
                  "io.tributary.sink.relay..",
                  "io.tributary.client..",
                  "io.tributary.operations..",
                  "io.tributary.cli..")),
          Map.entry(
              "org.apache.kafka.clients.admin..",
              List.of(
                  "io.tributary.runtime.kafka..",
                  "io.tributary.gateway..",
                  "io.tributary.processors..",
                  "io.tributary.sink.consume..",
                  "io.tributary.operations..",
                  "io.tributary.cli.settings..")));

  /** Modules whose packages have few files, and no cycles. */
  private static final List<String> LIGHT =
      List.of(
          "schemas", "registry", "runtime", "channels", "gateway", "processors", "sink", "client");

  private static final long MOST_FILES = 15;

  /** What would give a class a clock, chance or environment of its own. */
  private static final Map<Class<?>, List<String>> SURROUNDINGS =
      Map.of(
          System.class,
              List.of("currentTimeMillis", "nanoTime", "getenv", "getProperty", "getProperties"),
          java.time.Instant.class, List.of("now"),
          java.time.LocalDateTime.class, List.of("now"),
          java.time.ZonedDateTime.class, List.of("now"),
          java.time.Clock.class, List.of("systemUTC", "systemDefaultZone", "system"),
          java.time.InstantSource.class, List.of("system"),
          java.util.UUID.class, List.of("randomUUID"),
          Math.class, List.of("random"),
          java.util.concurrent.ThreadLocalRandom.class, List.of("current"));

  @TestFactory
  List<DynamicTest> shouldDependOnlyOnModulesBelow() {
    List<DynamicTest> tests = new ArrayList<>();
    MODULES.forEach(
        (module, allowed) -> {
          List<String> forbidden = new ArrayList<>(MODULES.keySet());
          forbidden.remove(module);
          forbidden.removeAll(allowed);
          tests.add(
              rule(
                  module,
                  noClasses()
                      .that()
                      .resideInAPackage(ROOT + module + "..")
                      .should()
                      .dependOnClassesThat()
                      .resideInAnyPackage(packages(forbidden))));
        });
    return tests;
  }

  @TestFactory
  List<DynamicTest> shouldKeepEachTechnologyInItsPlace() {
    List<DynamicTest> tests = new ArrayList<>();
    TECHNOLOGIES.forEach(
        (technology, homes) ->
            tests.add(
                rule(
                    technology,
                    noClasses()
                        .that()
                        .resideOutsideOfPackages(homes.toArray(String[]::new))
                        .should()
                        .dependOnClassesThat(resideInAPackage(technology)))));
    return tests;
  }

  @TestFactory
  List<DynamicTest> shouldReadTheClockOnlyThroughRuntimeContext() {
    List<DynamicTest> tests = new ArrayList<>();
    SURROUNDINGS.forEach(
        (type, methods) -> {
          for (String method : methods) {
            tests.add(
                rule(
                    type.getSimpleName() + '.' + method,
                    noClassOutsideOfRuntimeContext()
                        .should()
                        .accessTargetWhere(callOf(type, method))));
          }
        });
    for (Class<?> type : List.of(java.util.Random.class, java.security.SecureRandom.class)) {
      tests.add(
          rule(
              "new " + type.getSimpleName(),
              noClassOutsideOfRuntimeContext().should().accessTargetWhere(callOf(type, "<init>"))));
    }
    return tests;
  }

  /** RuntimeContext itself reads by reference to a method, which must count as well as a call. */
  @Test
  void shouldSeeReadsOfSurroundings() {
    ArchRule strict = noClasses().should().accessTargetWhere(callOf(System.class, "nanoTime"));

    assertThatThrownBy(() -> strict.check(MainClasses.ALL))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("io.tributary.runtime.context.RuntimeContext");
  }

  @TestFactory
  List<DynamicTest> shouldKeepFamiliesApart() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Family family : Family.values()) {
      String[] own = familyPackages(List.of(family));
      String[] others =
          familyPackages(Arrays.stream(Family.values()).filter(f -> f != family).toList());
      if (others.length > 0) {
        tests.add(
            rule(
                family.label() + " and other families",
                noClasses()
                    .that()
                    .resideInAnyPackage(own)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)));
      }
    }
    String[] all = familyPackages(List.of(Family.values()));
    // Only a service's own root package puts families and machinery together.
    DescribedPredicate<JavaClass> assemblies =
        resideInAnyPackage("io.tributary.gateway", "io.tributary.processors", "io.tributary.sink");
    tests.add(
        rule(
            "machinery and families",
            noClasses()
                .that(resideInAnyPackage(all).negate().and(assemblies.negate()))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(all)));
    return tests;
  }

  /** The command line and the console stand on the same operations. */
  @Test
  void shouldPrintNothingAndEndNothingInOperations() {
    noClasses()
        .that()
        .resideInAPackage("io.tributary.operations..")
        .should()
        .dependOnClassesThat(resideInAPackage("picocli.."))
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(PrintStream.class)
        .orShould()
        .accessTargetWhere(callOf(System.class, "exit"))
        .orShould()
        .accessTargetWhere(callOf(Runtime.class, "halt"))
        .check(MainClasses.ALL);
  }

  @Test
  void shouldKeepKafkaInFewPackagesOfGatewayAndSink() {
    noClasses()
        .that()
        .resideInAnyPackage("io.tributary.gateway..", "io.tributary.sink..")
        .and()
        .resideOutsideOfPackages(
            "..gateway.kafka..", "..sink.consume..", "..sink.commit..", "..sink.relay..")
        .should()
        .dependOnClassesThat(resideInAPackage("org.apache.kafka.."))
        .check(MainClasses.ALL);
  }

  @Test
  void shouldKeepRecordsOfFamiliesOutOfTheGatewaysMachinery() {
    String[] own =
        Arrays.stream(Family.values())
            .map(family -> "io.tributary.gateway." + family.label() + "..")
            .toArray(String[]::new);
    noClasses()
        .that(resideInAPackage("io.tributary.gateway..").and(resideInAnyPackage(own).negate()))
        .and()
        .resideOutsideOfPackage("io.tributary.gateway")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Arrays.stream(Family.values())
                .map(family -> "io.tributary.avro." + family.label() + "..")
                .toArray(String[]::new))
        .check(MainClasses.ALL);
  }

  @TestFactory
  List<DynamicTest> shouldHaveSmallPackagesWithoutCycles() {
    return LIGHT.stream()
        .map(
            module -> {
              JavaClasses own = MainClasses.ALL.that(resideInAPackage(ROOT + module + ".."));
              return DynamicTest.dynamicTest(
                  module,
                  () -> {
                    slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(own);
                    assertThat(filesByPackage(own))
                        .allSatisfy(
                            (of, files) -> assertThat(files).isLessThanOrEqualTo(MOST_FILES));
                  });
            })
        .toList();
  }

  private static Map<String, Long> filesByPackage(JavaClasses classes) {
    return classes.stream()
        .filter(JavaClass::isTopLevelClass)
        .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
  }

  @Test
  void shouldLeaveNothingOpenForInheritance() {
    classes()
        .that(resideInAPackage("io.tributary.avro..").negate())
        .and()
        .areNotInterfaces()
        .and()
        .areNotEnums()
        .and()
        .areNotAnonymousClasses()
        .and()
        .doNotHaveModifier(JavaModifier.ABSTRACT)
        .and(DescribedPredicate.describe("are no constants of an enum", type -> !isConstant(type)))
        .should()
        .haveModifier(JavaModifier.FINAL)
        .check(MainClasses.ALL);
  }

  @Test
  void shouldHaveNoMutableStatics() {
    fields()
        .that()
        .areDeclaredInClassesThat(resideInAPackage("io.tributary.avro..").negate())
        .and()
        .areStatic()
        .should()
        .beFinal()
        .check(MainClasses.ALL);
  }

  @Test
  void shouldSeeEveryModule() {
    for (String module : MODULES.keySet()) {
      assertThat(MainClasses.ALL)
          .as(module)
          .anyMatch(type -> type.getPackageName().startsWith(ROOT + module));
    }
  }

  private static GivenClassesConjunction noClassOutsideOfRuntimeContext() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.tributary.runtime.context..",
            "io.tributary.avro..",
            "io.tributary.examples..",
            // A process of its own.
            "io.tributary.embedded.child",
            "io.tributary.embedded.kafka");
  }

  private static DescribedPredicate<JavaAccess<?>> callOf(Class<?> type, String method) {
    return DescribedPredicate.describe(
        "call of " + type.getSimpleName() + '.' + method,
        access ->
            access.getTargetOwner().getName().equals(type.getName())
                && access.getTarget().getName().equals(method));
  }

  private static boolean isConstant(JavaClass type) {
    return type.getRawSuperclass().map(JavaClass::isEnum).orElse(false);
  }

  private static DynamicTest rule(String name, ArchRule rule) {
    return DynamicTest.dynamicTest(name, () -> rule.allowEmptyShould(true).check(MainClasses.ALL));
  }

  private static String[] packages(List<String> modules) {
    return modules.stream().map(module -> ROOT + module + "..").toArray(String[]::new);
  }

  /** A family's packages in the services; its schemas and topics are for all. */
  private static String[] familyPackages(List<Family> families) {
    return families.stream()
        .flatMap(
            family ->
                List.of("gateway", "processors", "sink").stream()
                    .map(module -> ROOT + module + '.' + family.label() + ".."))
        .toArray(String[]::new);
  }
}

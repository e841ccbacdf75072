package io.tributary.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.tributary.schemas.topic.Family;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LayeringTest {

  private static final JavaClasses GATEWAY =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.tributary.gateway");

  @Test
  void shouldKeepVertxInTheHttpPackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tributary.gateway.http..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.vertx..", "io.netty..")
        .check(GATEWAY);
  }

  @Test
  void shouldKeepKafkaInThePackagesThatTalkToIt() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.tributary.gateway.publish..", "io.tributary.gateway.directory..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.kafka..")
        .check(GATEWAY);
  }

  @Test
  void shouldKeepFamiliesOutOfTheMachinery() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            Stream.concat(Stream.of("io.tributary.gateway"), packages("io.tributary.gateway."))
                .toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(packages("io.tributary.gateway."), packages("io.tributary.avro."))
                .toArray(String[]::new))
        .check(GATEWAY);
  }

  @Test
  void shouldHaveNoCyclesAmongPackages() {
    SlicesRuleDefinition.slices()
        .matching("io.tributary.gateway.(*)..")
        .should()
        .beFreeOfCycles()
        .check(GATEWAY);
  }

  /** Of every family, under that name. */
  private static Stream<String> packages(String above) {
    return Stream.of(Family.values()).map(family -> above + family.label() + "..");
  }
}

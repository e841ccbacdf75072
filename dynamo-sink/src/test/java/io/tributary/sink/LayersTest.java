package io.tributary.sink;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tributary.schemas.topic.Family;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Technology stays in the packages whose job it is; stages know no family. */
final class LayersTest {

  private static final String[] STAGES = {
    "io.tributary.sink.intake..",
    "io.tributary.sink.lane..",
    "io.tributary.sink.route..",
    "io.tributary.sink.write..",
    "io.tributary.sink.item..",
    "io.tributary.sink.table..",
    "io.tributary.sink.commit..",
    "io.tributary.sink.stream..",
    "io.tributary.sink.relay.."
  };

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tributary.sink");

  @Test
  void shouldKeepFamiliesOutOfTheStages() {
    noClasses()
        .that()
        .resideInAnyPackage(STAGES)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Arrays.stream(Family.values())
                .map(family -> "io.tributary.sink." + family.label() + "..")
                .toArray(String[]::new))
        .check(classes);
  }

  @Test
  void shouldKeepAwsInItsPackages() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.tributary.sink.write..",
            "io.tributary.sink.item..",
            "io.tributary.sink.table..",
            "io.tributary.sink.stream..")
        .should()
        .dependOnClassesThat(resideInAnyPackage("software.amazon.."))
        .check(classes);
  }

  @Test
  void shouldKeepKafkaInItsPackages() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.tributary.sink.intake..", "io.tributary.sink.commit..", "io.tributary.sink.relay..")
        .should()
        .dependOnClassesThat(resideInAnyPackage("org.apache.kafka.."))
        .check(classes);
  }
}

package io.tributary.project.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * What we ship is what {@code THIRD-PARTY.md} tells of, and each part may be shipped. Bills of
 * materials say it in full, but an offline build makes none: then, and where a bill is of an older
 * build, the names of the jars have to do.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class ShippedPartsIT {

  /** Whoever ships another module names it here, and the maker of bills in its pom. */
  private static final List<String> SHIPPED = List.of("client", "operator-cli");

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("THIRD-PARTY.md");
  private static final String MAKER = "<artifactId>cyclonedx-maven-plugin</artifactId>";
  private static final String BANNED = "<excludes>com.amazonaws:DynamoDBLocal</excludes>";
  private static final String UPDATE = "third-party.update";

  private final Licences licences = new Licences(ROOT.resolve("config/licences"));
  private final Jars jars = new Jars(ROOT.resolve("operator-cli/target/lib"));

  ShippedPartsIT() throws IOException {}

  @Test
  void shouldMakeABillOfEveryModuleThatIsShipped() throws IOException {
    List<String> makers = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.sorted().toList()) {
        Path pom = module.resolve("pom.xml");
        if (Files.exists(pom) && Files.readString(pom).contains(MAKER)) {
          makers.add(module.getFileName().toString());
        }
      }
    }

    assertThat(makers).isEqualTo(SHIPPED);
  }

  @Test
  void shouldListThirdPartiesAndTheirLicences() throws IOException {
    Optional<NavigableSet<Component>> parts = parts();
    if (Boolean.getBoolean(UPDATE)) {
      assertThat(parts).as("current bills, which offline builds do not make").isPresent();
      Files.writeString(PAGE, new ThirdParties(licences, jars).page(parts.orElseThrow()));
    }
    if (parts.isPresent()) {
      assertThat(PAGE)
          .as("make it anew by -D%s=true", UPDATE)
          .hasContent(new ThirdParties(licences, jars).page(parts.get()));
    }

    assertThat(jars.all()).hasSizeGreaterThan(50);
    assertThat(ThirdParties.read(PAGE).stream().map(Component::jar))
        .as("make it anew by -D%s=true, not offline", UPDATE)
        .containsExactlyInAnyOrderElementsOf(jars.ofOthers());
  }

  @Test
  void shouldListEveryJarThatIsShipped() throws IOException {
    Bill bill = Bill.of(ROOT.resolve("operator-cli"));
    if (isCurrent(bill)) {
      Map<String, String> listed = new TreeMap<>();
      bill.components().forEach(part -> listed.put(part.jar(), part.sha256()));

      System.out.println("bill of materials: jars=" + jars.all().size());
      assertThat(listed).isEqualTo(jars.all());
    }
  }

  /** DynamoDB Local has a licence of the vendor's own: no class path has it, and no container. */
  @Test
  void shouldResolveNoDynamoDbLocal() throws IOException {
    try (Stream<Path> modules = Files.walk(ROOT, 2)) {
      for (Path module :
          modules.filter(folder -> Files.exists(folder.resolve("pom.xml"))).toList()) {
        assertThat(Files.readString(module.resolve("pom.xml")).replace(BANNED, ""))
            .as("%s", module)
            .doesNotContainIgnoringCase("DynamoDBLocal");
        Path lib = module.resolve("target/lib");
        if (Files.isDirectory(lib)) {
          assertThat(lib).isDirectoryNotContaining("glob:**/DynamoDBLocal*");
        }
      }
    }
    assertThat(ROOT.resolve("docker-compose.yml")).content().doesNotContain("dynamodb-local");
  }

  @Test
  void shouldShipOnlyAllowedLicences() throws IOException {
    assertThat(listed()).isNotEmpty().allMatch(part -> licences.taken(part).isPresent());
    assertThat(parts().orElse(listed())).allMatch(part -> licences.taken(part).isPresent());
    assertThat(licences.areComplete()).isTrue();
  }

  /** A reason that no part needs any more goes, too. */
  @Test
  void shouldShipNoPartWithAKnownFaultInReach() throws IOException {
    Set<Component> shipped = new HashSet<>(listed());
    parts().ifPresent(shipped::addAll);
    List<Advisory> advisories = Advisory.read(ROOT.resolve("config/advisories.json"));

    assertThat(advisories).isNotEmpty();
    assertThat(advisories)
        .filteredOn(each -> shipped.stream().anyMatch(each::hits) != !each.reason().isEmpty())
        .as("hits without a reason, and reasons without a hit")
        .isEmpty();
  }

  private static NavigableSet<Component> listed() throws IOException {
    return sorted(ThirdParties.read(PAGE));
  }

  /** Of others, of all that we ship, each once; empty unless every bill is current. */
  private Optional<NavigableSet<Component>> parts() throws IOException {
    NavigableSet<Component> parts = sorted(List.of());
    for (String module : SHIPPED) {
      Bill bill = Bill.of(ROOT.resolve(module));
      if (!isCurrent(bill)) {
        return Optional.empty();
      }
      bill.components().stream().filter(part -> !part.isOurs()).forEach(parts::add);
    }
    return Optional.of(parts);
  }

  private static NavigableSet<Component> sorted(List<Component> parts) {
    NavigableSet<Component> sorted =
        new TreeSet<>(
            Comparator.comparing(Component::group)
                .thenComparing(Component::name)
                .thenComparing(Component::version));
    sorted.addAll(parts);
    return sorted;
  }

  private boolean isCurrent(Bill bill) throws IOException {
    Optional<String> flaw = bill.flaw(jars);
    flaw.ifPresent(
        why ->
            System.out.println(
                "NOT COMPARED: the bill of materials of "
                    + bill.module().getFileName()
                    + " ("
                    + why
                    + "; `mvn package` makes it, but not offline). The names of "
                    + jars.all().size()
                    + " jars are held against THIRD-PARTY.md instead."));
    return flaw.isEmpty();
  }
}

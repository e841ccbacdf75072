package io.tributary.e2e.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What we ship is what its bill of materials says, and each part may be shipped. */
final class ShippedPartsIT {

  private static final Path ROOT = Launcher.ROOT;
  private static final String MAKER = "<artifactId>cyclonedx-maven-plugin</artifactId>";
  private static final String UPDATE = "-Dthird-party.update=true";

  /** What the embedded DynamoDB is called, now and in its next release. */
  private static final String DYNAMODB_LOCAL = "dynamodblocal";

  /** Apache-2.0, which most have, is beside the page anyway; MIT-0 asks for no text. */
  private static final List<String> WITHOUT_TEXT = List.of("Apache-2.0", "MIT-0");

  private static final String HEAD =
      """
      # Third parties

      <!-- Made from the bills of materials; see ShippedPartsIT. -->

      What Tributary ships of others, and under which licence it is taken. The text is in the part's jar, or where the table says;
      that of Apache-2.0 is our [own](LICENSE). Amazon's DynamoDB Local is not among it: Maven fetches it for whoever runs
      the embedded pipeline, under [its own licence](docs/decisions/0011-embedded-parts.md).

      | part | version | licence | text |
      | --- | --- | --- | --- |
      """;

  private final Licences licences = new Licences(ROOT.resolve("config/licences"));

  ShippedPartsIT() throws IOException {}

  @Test
  void shouldListEveryJarThatIsShipped() throws Exception {
    Path lib = ROOT.resolve("operator-cli/target/lib");
    Map<String, String> listed = new TreeMap<>();
    for (Component part : Component.of(bill("operator-cli"))) {
      listed.put(part.jar(), part.sha256());
    }
    Map<String, String> shipped = new TreeMap<>();
    try (Stream<Path> jars = Files.list(lib)) {
      for (Path jar : jars.toList()) {
        shipped.put(jar.getFileName().toString(), sha256(jar));
      }
    }

    System.out.println("bill of materials: jars=" + shipped.size());
    assertThat(shipped).hasSizeGreaterThan(50);
    assertThat(listed).isEqualTo(shipped);
  }

  @Test
  void shouldShipNoDynamoDbLocal() throws IOException {
    for (Path bill : bills()) {
      assertThat(Component.of(bill))
          .as(bill.toString())
          .noneMatch(part -> part.name().toLowerCase(Locale.ROOT).contains(DYNAMODB_LOCAL));
    }
  }

  @Test
  void shouldShipOnlyWhatMayBeShipped() throws IOException {
    assertThat(parts()).isNotEmpty().allMatch(part -> licences.taken(part).isPresent());
    assertThat(licences.areComplete()).isTrue();
  }

  @Test
  void shouldTellOfThirdPartiesAndTheirLicences() throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    for (Component part : parts()) {
      page.append(
          "| %s:%s | %s | %s | %s |%n"
              .formatted(
                  part.group(),
                  part.name(),
                  part.version(),
                  licences.taken(part).orElse("none"),
                  text(part))
              .replace(System.lineSeparator(), "\n"));
    }
    Path file = ROOT.resolve("THIRD-PARTY.md");
    if (Boolean.getBoolean("third-party.update")) {
      Files.writeString(file, page);
    }

    assertThat(file).as("make it anew by %s", UPDATE).hasContent(page.toString());
  }

  /** Where the text is that must go with a part. */
  private String text(Component part) throws IOException {
    if (licences.text(part).isPresent()) {
      String text = ROOT.relativize(licences.text(part).get()).toString();
      return "[" + licences.text(part).get().getFileName() + "](" + text + ")";
    }
    Path jar = ROOT.resolve("operator-cli/target/lib").resolve(part.jar());
    if (Files.exists(jar)) {
      try (JarFile file = new JarFile(jar.toFile())) {
        List<String> texts =
            file.stream()
                .map(entry -> entry.getName())
                .filter(name -> name.matches("(?i)(.*/)?licen[cs]e([.-][^/]*)?"))
                .sorted()
                .toList();
        if (!texts.isEmpty()) {
          return "in its jar";
        }
      }
    }
    assertThat(WITHOUT_TEXT)
        .as("the licence of %s, whose jar has no text: add one to config/licences", part)
        .contains(licences.taken(part).orElse("none"));
    return "";
  }

  /** Of others, of all that we ship, each once. */
  private static List<Component> parts() throws IOException {
    TreeSet<Component> parts =
        new TreeSet<>(
            Comparator.comparing(Component::group)
                .thenComparing(Component::name)
                .thenComparing(Component::version));
    for (Path bill : bills()) {
      Component.of(bill).stream().filter(part -> !part.isOurs()).forEach(parts::add);
    }
    return List.copyOf(parts);
  }

  /** One of each module that makes one; a module that should and did not is an error. */
  private static List<Path> bills() throws IOException {
    List<Path> bills = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.sorted().collect(Collectors.toList())) {
        Path pom = module.resolve("pom.xml");
        if (Files.exists(pom) && Files.readString(pom).contains(MAKER)) {
          bills.add(bill(module.getFileName().toString()));
        }
      }
    }
    assertThat(bills).contains(bill("operator-cli"));
    return bills;
  }

  private static Path bill(String module) throws IOException {
    String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
    String artifact = pom.replaceFirst("(?s).*?</parent>\\s*<artifactId>([^<]+)<.*", "$1");
    Path bill = ROOT.resolve(module).resolve("target").resolve(artifact + "-sbom.json");
    assertThat(bill).as("made by `mvn package` in %s, but not offline", module).exists();
    return bill;
  }

  private static String sha256(Path file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
  }
}

package io.tributary.project.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code THIRD-PARTY.md}: how it is made of bills of materials, and read again without them. */
final class ThirdParties {

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([^:|]+):([^ |]+) \\| ([^ |]+) \\| ([^ |]+) \\|");

  private static final String HEAD =
      """
      # Third parties

      <!-- Made from the bills of materials; see ShippedPartsIT. -->

      Libraries that Tributary ships, and their licences. The texts are in the libraries' jars or where the table says; the text of
      Apache-2.0 is our [own](LICENSE).

      Swagger UI's scripts contain libraries that are in no bill of materials, under MIT, BSD-3-Clause and Apache-2.0
      (React, Immutable, DOMPurify, buffer, fast-json-patch and others). Their notices are in the
      jar, and served by gateways at `/docs/licenses.txt`.

      Three are not under a permissive licence alone. logback is under EPL-2.0 and used unchanged; any other SLF4J backend can take its
      place. RocksDB is under Apache-2.0 or GPL-2.0, and taken under the first. Of the images of `docker-compose.yml`, which ships
      none of them, Grafana's is under AGPL-3.0: the dashboards are optional, and Prometheus shows the same metrics by itself.

      | part | version | licence | text |
      | --- | --- | --- | --- |
      """;

  /** Apache-2.0, which most have, is beside the page anyway; MIT-0 asks for no text. */
  private static final List<String> WITHOUT_TEXT = List.of("Apache-2.0", "MIT-0");

  private final Licences licences;
  private final Jars jars;

  ThirdParties(Licences licences, Jars jars) {
    this.licences = licences;
    this.jars = jars;
  }

  /** The parts that a page tells of, with the licence that each is taken under. */
  static List<Component> read(Path page) throws IOException {
    List<Component> parts = new ArrayList<>();
    Matcher row = ROW.matcher(Files.readString(page));
    while (row.find()) {
      parts.add(new Component(row.group(1), row.group(2), row.group(3), List.of(row.group(4)), ""));
    }
    return parts;
  }

  /** The page that tells of these. */
  String page(Collection<Component> parts) throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    for (Component part : parts) {
      page.append("| ").append(part.group()).append(':').append(part.name());
      page.append(" | ").append(part.version());
      page.append(" | ").append(licences.taken(part).orElse("none"));
      page.append(" | ").append(text(part)).append(" |\n");
    }
    return page.toString();
  }

  /** Where the text is that must go with a part. */
  private String text(Component part) throws IOException {
    Optional<Path> file = licences.text(part);
    if (file.isPresent()) {
      Path name = file.get().getFileName();
      return "[" + name + "](config/licences/" + name + ")";
    }
    List<String> entries = jars.entries(part.jar());
    if (entries.stream().anyMatch(name -> name.matches("(?i)(.*/)?licen[cs]e([.-][^/]*)?"))) {
      return "jar";
    }
    if (!WITHOUT_TEXT.contains(licences.taken(part).orElse("none"))) {
      throw new IllegalStateException(
          "the jar of %s has no licence: add its text to config/licences".formatted(part));
    }
    return entries.stream().anyMatch(name -> name.endsWith(".js.LICENSE.txt"))
        ? "jar (its contents)"
        : "";
  }
}

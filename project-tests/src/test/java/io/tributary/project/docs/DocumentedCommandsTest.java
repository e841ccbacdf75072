package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.Tributary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Commands in documents have the options that the documents use. */
class DocumentedCommandsTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:\\./tributary |`)((?:replay|topics|tables|schemas|dead-letters) [a-z]+"
              + "|up|tokens|gateway|processors|sink|demo|status|drained|verify|simulate|version)"
              + "\\b([^\\n`|#&]*)");
  private static final Pattern OPTION = Pattern.compile("(?<!\\S)--[a-z-]+");

  private final Map<String, String> helps = new HashMap<>();

  @Test
  void shouldHaveTheDocumentedOptions() throws IOException {
    Set<String> unknown = new TreeSet<>();
    int used = 0;
    for (Path page : pages()) {
      String text = Files.readString(page).replace("\\\n", " ");
      for (MatchResult command : COMMAND.matcher(text).results().toList()) {
        for (MatchResult option : OPTION.matcher(command.group(2)).results().toList()) {
          used++;
          if (!help(command.group(1)).contains(option.group())) {
            unknown.add(page + ": " + command.group(1) + ' ' + option.group());
          }
        }
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(used).isGreaterThan(50);
    assertThat(helps).hasSizeGreaterThan(15);
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
    }
    return pages;
  }

  private String help(String command) {
    return helps.computeIfAbsent(command, DocumentedCommandsTest::printed);
  }

  private static String printed(String command) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code = Tributary.run(Map.of(), stream, stream, (command + " --help").split(" "));
    assertThat(code).as(command).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }
}

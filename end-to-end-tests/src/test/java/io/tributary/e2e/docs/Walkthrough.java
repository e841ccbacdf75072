package io.tributary.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document whose {@code sh} blocks can be pasted in order into one shell. A block of {@code
 * json}, {@code text} or {@code xml} after one of them is its output. Other blocks are for readers
 * alone.
 */
final class Walkthrough {

  private static final Pattern BLOCK =
      Pattern.compile("^```([a-z]*)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Set<String> SHOWN = Set.of("json", "text", "xml");
  private static final String MARK = "--- end of step ---";
  private static final long LIMIT_MINUTES = 10;

  private final Path root;
  private final String text;
  private final List<Step> steps;

  /** Commands, and the shown parts of their output, in order. */
  record Step(String commands, List<String> shown) {}

  private Walkthrough(Path root, String text, List<Step> steps) {
    this.root = root;
    this.text = text;
    this.steps = steps;
  }

  /** A document by its path in the project. */
  static Walkthrough of(String document) throws IOException {
    return of(Launcher.ROOT, document);
  }

  /** A document by its path in a clone of the project, where its commands run. */
  static Walkthrough of(Path root, String document) throws IOException {
    String text = Files.readString(root.resolve(document));
    return new Walkthrough(root, text, steps(text));
  }

  /** The steps before a block, which there must be. */
  Walkthrough before(String commands) {
    return new Walkthrough(root, text, steps.subList(0, place(commands)));
  }

  /** The steps after a block, which there must be. */
  Walkthrough after(String commands) {
    return new Walkthrough(root, text, steps.subList(place(commands) + 1, steps.size()));
  }

  private int place(String commands) {
    List<String> all = steps.stream().map(Step::commands).toList();
    assertThat(all).containsOnlyOnce(commands);
    return all.indexOf(commands);
  }

  static List<Step> steps(String text) {
    List<Step> steps = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).equals("sh")) {
        steps.add(new Step(block.group(2), new ArrayList<>()));
      } else if (SHOWN.contains(block.group(1))) {
        steps.get(steps.size() - 1).shown().add(block.group(2));
      }
    }
    return steps;
  }

  /** The first match of a pattern's first group. */
  String find(String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("no " + pattern);
    }
    return matcher.group(1);
  }

  /**
   * Runs all steps. Each must succeed, and print the shown output.
   *
   * @param replaced texts in the commands, such as addresses, and their replacements
   * @param environment of the shell
   * @return the number of outputs compared
   */
  int run(Path folder, Map<String, String> replaced, Map<String, String> environment)
      throws Exception {
    Files.createDirectories(folder);
    StringBuilder script = new StringBuilder("set -euo pipefail\n");
    steps.forEach(step -> script.append(step.commands()).append("echo\necho '" + MARK + "'\n"));
    String commands = script.toString();
    for (Map.Entry<String, String> each : replaced.entrySet()) {
      assertThat(commands).contains(each.getKey());
      commands = commands.replace(each.getKey(), each.getValue());
    }
    String[] printed = printed(folder, commands, environment).split(MARK + "\n", -1);
    int compared = 0;
    for (int i = 0; i < steps.size(); i++) {
      String shown = String.join("", steps.get(i).shown());
      if (!shown.isEmpty()) {
        new ExpectedOutput(shown).requireIn(i < printed.length ? printed[i] : "");
        compared++;
      }
    }
    return compared;
  }

  private String printed(Path folder, String commands, Map<String, String> environment)
      throws Exception {
    Path script = folder.resolve("commands.sh");
    Files.writeString(script, commands);
    Path out = folder.resolve("out");
    Path log = folder.resolve("log");
    ProcessBuilder shell =
        new ProcessBuilder("bash", script.toString())
            .directory(root.toFile())
            .redirectOutput(out.toFile())
            .redirectError(log.toFile());
    Map<String, String> variables = shell.environment();
    variables.keySet().removeIf(name -> name.startsWith("TRIBUTARY_") || name.startsWith("AWS_"));
    variables.putAll(new HashMap<>(environment));
    Process process = shell.start();
    if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("the page's commands do not end");
    }
    String printed = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(process.exitValue())
        .as("%s\n%s", printed, Files.readString(log, StandardCharsets.UTF_8))
        .isZero();
    return printed;
  }
}

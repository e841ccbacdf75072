package io.tributary.e2e.consumers;

import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of all blocks of {@code sh} in some documents, each a command. */
final class DocumentedCommands {

  private static final Pattern BLOCK =
      Pattern.compile("^```sh\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  private final List<String> lines = new ArrayList<>();
  private final Set<String> used = new HashSet<>();

  DocumentedCommands(String... documents) throws IOException {
    for (String document : documents) {
      Matcher block = BLOCK.matcher(Files.readString(Launcher.ROOT.resolve(document)));
      while (block.find()) {
        lines.addAll(block.group(1).lines().toList());
      }
    }
  }

  /** The one command that has that in it. */
  String having(String part) {
    List<String> found = lines.stream().filter(line -> line.contains(part)).toList();
    if (found.size() != 1) {
      throw new AssertionError(part + " is in " + found.size() + " commands of " + lines);
    }
    used.add(found.get(0));
    return found.get(0);
  }

  /** Those that nobody has asked for. */
  List<String> unused() {
    return lines.stream().filter(line -> !used.contains(line)).toList();
  }
}

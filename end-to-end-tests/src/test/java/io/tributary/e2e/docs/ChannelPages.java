package io.tributary.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The accounts and the tests of the channel providers' pages. */
final class ChannelPages {

  private static final Pattern ACCOUNT = Pattern.compile("^2\\. .*?`(\\{.*?})`", Pattern.MULTILINE);
  private static final Pattern TEST =
      Pattern.compile("^5\\. .*?^ {3}```\\n(.*?)^ {3}```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern STATUS = Pattern.compile("^HTTP/1\\.1 (\\d+)", Pattern.MULTILINE);
  private static final String KEY = "MFkwEwYH…";

  private final Path folder;

  /** Pages whose files go into a folder. */
  ChannelPages(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    write("");
  }

  /** The file of all accounts. */
  Path accounts() {
    return folder.resolve("accounts.json");
  }

  /** Accounts of all pages, with a public key in place of the shortened one. */
  private void write(String key) throws IOException {
    List<String> accounts =
        pages()
            .map(page -> first(ACCOUNT, page).replace(KEY, key))
            .filter(account -> !account.contains("\"public_keys\":[\"\"]"))
            .toList();
    Path draft = folder.resolve("accounts.new");
    Files.writeString(draft, "{\"accounts\":[" + String.join(",", accounts) + "]}");
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
    Files.move(draft, accounts(), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Runs each test, which must be answered as its page says; gives their number. */
  int test(String http) throws Exception {
    int tested = 0;
    for (String page : pages().toList()) {
      String commands =
          first(TEST, page)
              .lines()
              .map(line -> line.replaceFirst("^ {3}", ""))
              .collect(Collectors.joining("\n", "", "\n"))
              .replace("http://127.0.0.1:8080", http);
      int comment = commands.indexOf("# into public_keys");
      if (comment >= 0) {
        int end = commands.indexOf('\n', comment) + 1;
        write(run(commands.substring(0, end)));
        commands = commands.substring(end);
      }
      String expected = commands.contains("# 403") ? "403" : "200";
      String test = commands;
      Eventually.await("the answer " + expected + " to " + test)
          .untilAsserted(() -> assertThat(first(STATUS, run(test))).isEqualTo(expected));
      tested++;
    }
    return tested;
  }

  private String run(String commands) throws IOException, InterruptedException {
    Path script = folder.resolve("test.sh");
    Path out = folder.resolve("out");
    Files.writeString(script, commands);
    Process shell =
        new ProcessBuilder("bash", script.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertThat(shell.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return Files.readString(out);
  }

  private static Stream<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(Launcher.ROOT.resolve("docs/use/channels"))) {
      return files
          .filter(file -> !file.endsWith("README.md"))
          .sorted()
          .map(ChannelPages::text)
          .toList()
          .stream();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return found.group(1);
  }
}

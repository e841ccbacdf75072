package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The documented families and tables. */
public final class Families {

  /** Families that have a page. */
  public static final List<String> ALL = pages();

  public static final List<String> TABLES =
      List.of(
          "api_keys",
          "devices",
          "device_readings",
          "processed_batches",
          "history",
          "inbox",
          "tenants",
          "conversations",
          "conversations-dev");

  private Families() {}

  private static List<String> pages() {
    Path folder = Launcher.ROOT.resolve("docs/use/families");
    try (Stream<Path> pages = Files.list(folder)) {
      return pages
          .map(page -> page.getFileName().toString())
          .map(page -> page.substring(0, page.indexOf('.')))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

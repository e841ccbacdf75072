package io.tributary.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Archives of loaded classes, which Java maps into memory instead of reading and checking each
 * class: the tests start processes by the hundred, and each takes a third less processor time. They
 * are made once for a build, by running what is built. A process that an archive does not fit goes
 * without, and so do all where none can be made.
 */
final class ClassArchives {

  private static final Path FOLDER = Path.of("target", "class-archives").toAbsolutePath();
  private static final Path LOCK = FOLDER.resolve("lock");
  private static final Path MADE_OF = FOLDER.resolve("made-of");
  private static final Path TRIBUTARY = FOLDER.resolve("tributary.jsa");
  private static final Path KAFKA = FOLDER.resolve("kafka.jsa");
  private static final String SILENT =
      "-Xlog:cds*=off -Xlog:cds*=off:stderr -Xlog:class+path=off -Xlog:class+path=off:stderr";

  private static final Duration LIMIT = Duration.ofMinutes(4);

  static {
    try {
      makeOnce();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ClassArchives() {}

  /**
   * Gives a process of {@code ./tributary} its archive, and the broker that it may start its own.
   *
   * @param environment that it is started with
   */
  static void addTo(Map<String, String> environment) {
    if (Files.exists(TRIBUTARY) && Files.exists(KAFKA)) {
      environment.merge("JAVA_OPTS", use(TRIBUTARY), (theirs, ours) -> ours + " " + theirs);
      // children hear of no other variable; where both are there, JAVA_OPTS counts
      environment.put("JDK_JAVA_OPTIONS", use(KAFKA));
    }
  }

  private static String use(Path archive) {
    return SILENT + " -XX:SharedArchiveFile=" + archive;
  }

  /** Several processes run tests at once; the first of them makes the archives. */
  private static void makeOnce() throws IOException {
    Files.createDirectories(FOLDER);
    try (FileChannel file =
            FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.lock()) {
      if (lock.isValid() && Files.exists(MADE_OF) && Files.readString(MADE_OF).equals(parts())) {
        return;
      }
      try (Stream<Path> stale = Files.walk(FOLDER).sorted(Comparator.reverseOrder())) {
        for (Path each : stale.filter(path -> !LOCK.startsWith(path)).toList()) {
          Files.delete(each);
        }
      }
      try {
        make();
      } catch (RuntimeException e) {
        System.out.println("the tests go without archives of classes: " + e.getMessage());
        Files.deleteIfExists(KAFKA);
      }
      Files.writeString(MADE_OF, parts());
    }
  }

  private static void make() {
    try (RunningProcess demo = launcher("JAVA_OPTS", TRIBUTARY).start("demo", List.of("demo"))) {
      requireEnd(demo);
    }
    try (RunningProcess broker =
        launcher("JDK_JAVA_OPTIONS", KAFKA)
            .startEmbedded(
                "kafka",
                "io.tributary.embedded.kafka.EmbeddedKafka",
                List.of("--listen", "127.0.0.1:0", "--data", FOLDER.resolve("data").toString()))) {
      broker.awaitReady();
      broker.closeInput();
      requireEnd(broker);
    }
  }

  private static Launcher launcher(String variable, Path archive) {
    Map<String, String> environment = Map.of(variable, "-XX:ArchiveClassesAtExit=" + archive);
    return new Launcher(new Deeds(), FOLDER, environment, false);
  }

  private static void requireEnd(RunningProcess process) {
    if (process.awaitExit(LIMIT) != 0) {
      throw new IllegalStateException(process + " failed:\n" + process.logTail());
    }
  }

  /** What the archives are of: they do not fit other files, or another Java. */
  private static String parts() throws IOException {
    StringBuilder parts = new StringBuilder(System.getProperty("java.vm.version"));
    for (String module : List.of("operator-cli", "embedded/kafka")) {
      try (Stream<Path> files = Files.walk(Launcher.ROOT.resolve(module).resolve("target"), 2)) {
        for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
          parts.append('\n').append(jar).append(' ').append(Files.getLastModifiedTime(jar));
        }
      }
    }
    return parts.toString();
  }
}

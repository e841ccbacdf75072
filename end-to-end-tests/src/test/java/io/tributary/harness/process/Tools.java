package io.tributary.harness.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/** Tools that documents use, but that a machine which builds the project need not have. */
public final class Tools {

  private Tools() {}

  /** Whether a tool is on the {@code PATH}; says so on standard output if not. */
  public static boolean canRun(String tool) {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    boolean there =
        Stream.of(path.split(":", -1)).anyMatch(part -> Files.isExecutable(Path.of(part, tool)));
    if (!there) {
      System.out.println("NOT RUN: " + tool + ", which is not on the PATH");
    }
    return there;
  }
}

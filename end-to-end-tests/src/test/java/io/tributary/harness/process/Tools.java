package io.tributary.harness.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Tools that documents use, but that a machine which builds the project need not have. */
public final class Tools {

  private Tools() {}

  /** Whether a tool is on the {@code PATH}; says so on standard output if not. */
  public static boolean canRun(String tool) {
    boolean there = find(tool).isPresent();
    if (!there) {
      System.out.println("NOT RUN: " + tool + ", which is not on the PATH");
    }
    return there;
  }

  /** A tool on the {@code PATH}. */
  public static Optional<Path> find(String tool) {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    return Stream.of(path.split(":", -1))
        .map(part -> Path.of(part, tool))
        .filter(Files::isExecutable)
        .findFirst();
  }
}

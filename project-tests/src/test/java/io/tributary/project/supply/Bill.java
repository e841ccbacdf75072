package io.tributary.project.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;

/**
 * The bill of materials that a shipped module's build makes, unless it is offline.
 *
 * @param module folder of the module
 * @param file where it is, if there is one
 */
record Bill(Path module, Path file) {

  static Bill of(Path module) throws IOException {
    String pom = Files.readString(module.resolve("pom.xml"));
    String artifact = pom.replaceFirst("(?s).*?</parent>\\s*<artifactId>([^<]+)<.*", "$1");
    return new Bill(module, module.resolve("target").resolve(artifact + "-sbom.json"));
  }

  List<Component> components() throws IOException {
    return Component.of(file);
  }

  /**
   * Why it says nothing of the present jars, if so. A bill outlives builds that make none: then it
   * is older than a pom, or lists other jars of ours than those that lie there.
   */
  Optional<String> flaw(Jars jars) throws IOException {
    if (!Files.exists(file)) {
      return Optional.of("there is none");
    }
    for (Path folder : List.of(module, module.resolveSibling("."))) {
      if (modified(file).compareTo(modified(folder.resolve("pom.xml"))) < 0) {
        return Optional.of("it is older than a pom");
      }
    }
    for (Component part : components()) {
      if (part.isOurs() && !jars.sha256(part.jar()).equals(Optional.of(part.sha256()))) {
        return Optional.of("it is of another build: " + part.jar());
      }
    }
    return Optional.empty();
  }

  private static FileTime modified(Path path) throws IOException {
    return Files.getLastModifiedTime(path);
  }
}

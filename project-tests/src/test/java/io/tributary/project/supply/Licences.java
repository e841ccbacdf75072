package io.tributary.project.supply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The licences that may be shipped, from {@code config/licences}. */
final class Licences {

  private final List<String> allowed = new ArrayList<>();
  private final JsonNode texts;
  private final Path folder;

  Licences(Path folder) throws IOException {
    this.folder = folder;
    JsonNode file = new ObjectMapper().readTree(folder.resolve("allowed.json").toFile());
    file.get("allowed").forEach(id -> allowed.add(id.asText()));
    texts = file.get("texts");
  }

  /** The licence that a component is taken under; empty when it offers none that may be. */
  Optional<String> taken(Component component) {
    return allowed.stream().filter(component.licences()::contains).findFirst();
  }

  /** The text, beside the list, that goes with a component; empty when none is needed. */
  Optional<Path> text(Component component) {
    return Optional.ofNullable(texts.get(component.name()))
        .map(file -> folder.resolve(file.asText()));
  }

  /** True when every text that is listed is there. */
  boolean areComplete() {
    boolean complete = true;
    for (JsonNode text : texts) {
      complete &= Files.isRegularFile(folder.resolve(text.asText()));
    }
    return complete;
  }
}

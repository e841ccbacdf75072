package io.tributary.project.supply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A published fault of a part, as {@code config/advisories.json} has it.
 *
 * @param part {@code group:name}
 * @param fixed first version without it
 * @param reason why it is out of reach; empty when it is not
 */
record Advisory(String id, String part, String fixed, String reason) {

  static List<Advisory> read(Path file) throws IOException {
    List<Advisory> advisories = new ArrayList<>();
    for (JsonNode each : new ObjectMapper().readTree(file.toFile()).path("advisories")) {
      advisories.add(
          new Advisory(
              each.path("id").asText(),
              each.path("part").asText(),
              each.path("fixed").asText(),
              each.path("reason").asText()));
    }
    return advisories;
  }

  boolean hits(Component component) {
    return part.equals(component.group() + ':' + component.name())
        && Version.parse(component.version()).compareTo(Version.parse(fixed)) < 0;
  }
}

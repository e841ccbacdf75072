package io.tributary.project.supply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of what is shipped, as the bill of materials has it.
 *
 * @param licences SPDX ids, or names where the component has no such id
 * @param sha256 hexadecimal
 */
record Component(String group, String name, String version, List<String> licences, String sha256) {

  private static final String OURS = "io.tributary";

  /** Every component of a bill of materials in CycloneDX. */
  static List<Component> of(Path bill) throws IOException {
    List<Component> components = new ArrayList<>();
    new ObjectMapper()
        .readTree(bill.toFile())
        .path("components")
        .forEach(each -> components.add(of(each)));
    return components;
  }

  private static Component of(JsonNode component) {
    List<String> licences = new ArrayList<>();
    for (JsonNode choice : component.path("licenses")) {
      JsonNode licence = choice.path("license");
      licences.add(licence.path("id").asText(licence.path("name").asText()));
    }
    String sha256 = "";
    for (JsonNode hash : component.path("hashes")) {
      if (hash.path("alg").asText().equals("SHA-256")) {
        sha256 = hash.path("content").asText();
      }
    }
    return new Component(
        component.path("group").asText(),
        component.path("name").asText(),
        component.path("version").asText(),
        licences,
        sha256);
  }

  boolean isOurs() {
    return group.equals(OURS);
  }

  /** The name of its jar. */
  String jar() {
    return name + '-' + version + ".jar";
  }
}

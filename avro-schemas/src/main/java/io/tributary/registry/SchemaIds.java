package io.tributary.registry;

import io.tributary.schemas.key.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.apache.avro.Schema;

/**
 * Ids of a pipeline's schemas in a registry. The pipeline keeps them by name, so that another
 * registry, or an emptied one, is recognized.
 */
public final class SchemaIds {

  /** Prefix of all names. */
  public static final String NAMES = "schema-id ";

  private static final int HEX_DIGITS = 32;

  private record Found(Subject subject, Schema schema, OptionalLong id) {

    String number() {
      return id.isPresent() ? Long.toString(id.getAsLong()) : "none";
    }
  }

  /** By name: schemas that differ in nothing but their documentation equal each other. */
  private final Map<String, Found> byName = new LinkedHashMap<>();

  private SchemaIds() {}

  /** Asks for the ids of all versions of these subjects. */
  static SchemaIds of(List<Subject> subjects, BiFunction<String, Schema, OptionalLong> idOf) {
    SchemaIds ids = new SchemaIds();
    for (Subject subject : subjects) {
      for (Schema schema : subject.versions()) {
        Found found = new Found(subject, schema, idOf.apply(subject.name(), schema));
        ids.byName.put(name(subject, schema), found);
      }
    }
    return ids;
  }

  /** {@code schema-id <subject> <the first half of the SHA-256 of the schema's text>}. */
  private static String name(Subject subject, Schema schema) {
    byte[] text = schema.toString().getBytes(StandardCharsets.UTF_8);
    String digest = Sha256.hex(text).substring(0, HEX_DIGITS);
    return NAMES + subject.name() + ' ' + digest;
  }

  OptionalLong of(Subject subject, Schema schema) {
    Found found = byName.get(name(subject, schema));
    return found == null ? OptionalLong.empty() : found.id();
  }

  /**
   * Ids that the pipeline does not know yet.
   *
   * @param known ids by name, as the pipeline has kept them
   * @return ids by name, to be kept
   */
  public Map<String, String> newTo(Map<String, String> known) {
    Map<String, String> names = new TreeMap<>();
    byName.forEach(
        (name, found) -> {
          if (found.subject().hasRegistryId() && found.id().isPresent()) {
            names.put(name, found.number());
          }
        });
    names.keySet().removeAll(known.keySet());
    return names;
  }

  /**
   * Ids that differ from those in the pipeline's records; a sentence each.
   *
   * @param known ids by name, as the pipeline has kept them
   */
  public List<String> differences(Map<String, String> known) {
    return sentences(
        known,
        OptionalLong::isPresent,
        "%s: the id of %s is %s here and %s in this pipeline's records");
  }

  /**
   * Ids in the pipeline's records that the registry lacks, as a lagging replica does; a sentence
   * each.
   *
   * @param known ids by name, as the pipeline has kept them
   */
  public List<String> lacking(Map<String, String> known) {
    return sentences(
        known,
        OptionalLong::isEmpty,
        "%s: the id of %s is %s here, yet %s in this pipeline's records");
  }

  private List<String> sentences(
      Map<String, String> known, Predicate<OptionalLong> concerned, String sentence) {
    List<String> sentences = new ArrayList<>();
    byName.forEach(
        (name, found) -> {
          String kept = known.get(name);
          if (kept != null && concerned.test(found.id()) && !kept.equals(found.number())) {
            sentences.add(
                sentence.formatted(
                    found.subject().name(), found.schema().getFullName(), found.number(), kept));
          }
        });
    return sentences;
  }
}

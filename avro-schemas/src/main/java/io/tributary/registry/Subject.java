package io.tributary.registry;

import io.tributary.schemas.schema.SchemaArchive;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/**
 * Schemas of a topic's values in a registry.
 *
 * @param name {@code <prefix><topic>-value}, as Confluent's clients name it; the same for all
 *     generations
 * @param versions the type's schema in every release, oldest first, this release's last; each text
 *     once
 */
public record Subject(String name, TopicKind kind, List<Schema> versions) {

  /**
   * Kinds that are read before a registry is known, or that commands write, which do not compare
   * ids: always in single-object encoding.
   */
  private static final Set<TopicKind> PLAIN =
      Set.of(TopicKind.META, TopicKind.GENERATIONS, TopicKind.DECISIONS);

  /** A subject for each topic with a value type; keys are text and have none. */
  public static List<Subject> ofCatalogue(String prefix) {
    SchemaArchive archive = SchemaArchive.ofReleases();
    List<Subject> subjects = new ArrayList<>();
    for (Topic<?, ?> topic : Topics.all()) {
      topic
          .valueType()
          .map(type -> SpecificData.get().getSchema(type))
          .map(current -> versions(archive, current))
          .map(versions -> new Subject(prefix + topic.name() + "-value", topic.kind(), versions))
          .ifPresent(subjects::add);
    }
    return List.copyOf(subjects);
  }

  private static List<Schema> versions(SchemaArchive archive, Schema current) {
    Map<String, Schema> versions = new LinkedHashMap<>();
    archive.released(current.getFullName()).forEach(old -> versions.put(old.toString(), old));
    // the current one is always the last
    versions.remove(current.toString());
    versions.put(current.toString(), current);
    return List.copyOf(versions.values());
  }

  /** The schema for new values. */
  public Schema current() {
    return versions.get(versions.size() - 1);
  }

  /** True where values carry an id of the registry. */
  public boolean hasRegistryId() {
    return !PLAIN.contains(kind);
  }
}

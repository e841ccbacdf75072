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
 * What a registry keeps of one topic: the schemas of its values.
 *
 * @param name {@code <prefix><topic>-value}, as Confluent's clients name it; the same for all
 *     generations of a topic
 * @param kind of the topic
 * @param versions the type's schema in every release, oldest first, this release's last; each text
 *     once
 */
public record Subject(String name, TopicKind kind, List<Schema> versions) {

  /**
   * Kinds that are read before anybody knows of a registry, by everybody, or that operators'
   * commands write, which neither compare its ids with the pipeline's nor keep new ones: always in
   * single-object encoding.
   */
  private static final Set<TopicKind> PLAIN =
      Set.of(TopicKind.META, TopicKind.GENERATIONS, TopicKind.DECISIONS);

  /** One of each topic of the catalogue that has a type of its own; keys are text. */
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
    // whatever it was before, it is what values are written in now
    versions.remove(current.toString());
    versions.put(current.toString(), current);
    return List.copyOf(versions.values());
  }

  /** What values are written in. */
  public Schema current() {
    return versions.get(versions.size() - 1);
  }

  /** True where values carry an id of the registry. */
  public boolean hasRegistryId() {
    return !PLAIN.contains(kind);
  }
}

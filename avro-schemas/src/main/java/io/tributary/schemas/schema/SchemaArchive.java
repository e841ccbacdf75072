package io.tributary.schemas.schema;

import io.tributary.schemas.topic.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * All schemas of topics' values and of states: this release's, and those under {@code
 * released/<version>/}, whose files {@code released/index} lists.
 */
public final class SchemaArchive {

  private final Map<String, Schema> current;
  private final Map<String, List<Schema>> released;

  private SchemaArchive(Map<String, Schema> current, Map<String, List<Schema>> released) {
    this.current = Map.copyOf(current);
    this.released = Map.copyOf(released);
  }

  /** Reads the archive on the class path. */
  public static SchemaArchive ofReleases() {
    Map<String, Schema> current = new LinkedHashMap<>();
    Stream<Class<? extends SpecificRecordBase>> values =
        Topics.all().stream().flatMap(topic -> topic.valueType().stream());
    Stream.concat(values, Topics.states().stream())
        .map(type -> SpecificData.get().getSchema(type))
        .forEach(schema -> current.put(schema.getFullName(), schema));
    Map<String, List<Schema>> released = new LinkedHashMap<>();
    for (String path : lines("released/index")) {
      Schema schema = new Schema.Parser().parse(String.join("\n", lines("released/" + path)));
      released.computeIfAbsent(schema.getFullName(), unused -> new ArrayList<>()).add(schema);
    }
    return new SchemaArchive(current, released);
  }

  public Map<String, Schema> current() {
    return current;
  }

  /** The schemas of a type in every release, oldest first. */
  public List<Schema> released(String fullName) {
    return List.copyOf(released.getOrDefault(fullName, List.of()));
  }

  /** Full names of all released types. */
  public Collection<String> releasedNames() {
    return released.keySet();
  }

  public Stream<Schema> everySchema() {
    return Stream.concat(
        released.values().stream().flatMap(List::stream), current.values().stream());
  }

  private static List<String> lines(String resource) {
    InputStream stream = SchemaArchive.class.getClassLoader().getResourceAsStream(resource);
    if (stream == null) {
      throw new IllegalStateException("missing resource " + resource);
    }
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.tributary.registry;

import io.tributary.registry.RegistryClient.RefusedException;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.Schema;

/**
 * Registration of the catalogue's schemas, and comparison with a registry. Repeatable, also by
 * several processes at once.
 */
public final class SchemaRegistration {

  /**
   * Each schema reads, and is read by, all others of its subject. The build asks the same of
   * released schemas.
   */
  public static final String RULE = "FULL_TRANSITIVE";

  private static final int ATTEMPTS = 5;
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final RegistryClient registry;
  private final List<Subject> subjects;

  /** Registration for a pipeline with that prefix of topics; asks nothing yet. */
  public SchemaRegistration(RegistryAddress address, String prefix) {
    this(address, Subject.ofCatalogue(prefix));
  }

  /** The same for other subjects. */
  public SchemaRegistration(RegistryAddress address, List<Subject> subjects) {
    this.registry = new RegistryClient(address);
    this.subjects = List.copyOf(subjects);
  }

  /**
   * A version in the registry.
   *
   * @param id in records
   */
  public record Version(String version, long id) {}

  /**
   * A subject in the registry.
   *
   * @param rule its own compatibility rule
   * @param versions oldest first; none where there is no such subject
   */
  public record SubjectStatus(String subject, Optional<String> rule, List<Version> versions) {}

  /**
   * Registers missing schemas; {@link IncompatibleSchemaException} at the first refusal, {@link
   * SchemaUnavailableException} where the registry does not answer or does not take one.
   *
   * @return the number of new schemas
   */
  public int register() {
    return subjects.stream().mapToInt(this::register).sum();
  }

  /** The ids of the catalogue's schemas. */
  public SchemaIds ids() {
    return SchemaIds.of(subjects, registry::idOf);
  }

  /** Differences from the catalogue, one sentence each. */
  public List<String> drift() {
    return subjects.stream().flatMap(subject -> drift(subject).stream()).toList();
  }

  /** The catalogue's subjects in the registry. */
  public List<SubjectStatus> status() {
    return subjects.stream().map(subject -> status(subject.name())).toList();
  }

  /** A subject exists from its first schema on, and has its rule before the second. */
  private int register(Subject subject) {
    int added = 0;
    boolean there = insistOnRule(subject.name());
    for (Schema schema : subject.versions()) {
      if (!there || registry.idOf(subject.name(), schema).isEmpty()) {
        create(subject, schema);
        added++;
      }
      if (!there) {
        there = insistOnRule(subject.name());
      }
    }
    return added;
  }

  /** False where the subject is not there yet. */
  private boolean insistOnRule(String name) {
    try {
      return registry.ruleOf(name).filter(RULE::equals).isPresent() || registry.setRule(name, RULE);
    } catch (RefusedException e) {
      // another process sets it at the same time
      return true;
    }
  }

  /** Tries again where several register at once and get into each other's way. */
  private void create(Subject subject, Schema schema) {
    for (int attempt = 1; ; attempt++) {
      try {
        registry.register(subject.name(), schema);
        return;
      } catch (RefusedException | SchemaUnavailableException e) {
        if (isRegistered(subject, schema)) {
          return;
        }
        if (attempt == ATTEMPTS) {
          throw e instanceof RefusedException
              ? new IncompatibleSchemaException(subject, schema.getFullName(), e)
              : untaken(subject, schema, e);
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private static SchemaUnavailableException untaken(
      Subject subject, Schema schema, RuntimeException last) {
    String sentence =
        "%s could not be registered in subject %s under the rule %s in %d attempts: %s"
            .formatted(schema.getFullName(), subject.name(), RULE, ATTEMPTS, last.getMessage());
    return new SchemaUnavailableException(sentence, last);
  }

  private boolean isRegistered(Subject subject, Schema schema) {
    try {
      return registry.idOf(subject.name(), schema).isPresent();
    } catch (SchemaUnavailableException e) {
      return false;
    }
  }

  private List<String> drift(Subject subject) {
    SubjectStatus status = status(subject.name());
    if (status.versions().isEmpty()) {
      return List.of(subject.name() + " is not registered");
    }
    List<String> found = new ArrayList<>();
    List<Long> ours = new ArrayList<>();
    for (int i = 0; i < subject.versions().size(); i++) {
      OptionalLong id = registry.idOf(subject.name(), subject.versions().get(i));
      if (id.isPresent()) {
        ours.add(id.getAsLong());
      } else {
        found.add(
            "%s lacks %s, version %d of %d"
                .formatted(
                    subject.name(),
                    subject.versions().get(i).getFullName(),
                    i + 1,
                    subject.versions().size()));
      }
    }
    status.versions().stream()
        .filter(version -> !ours.contains(version.id()))
        .map(
            version ->
                "%s has version %s (id %d), which is of no release that this one knows"
                    .formatted(subject.name(), version.version(), version.id()))
        .forEach(found::add);
    if (!status.rule().equals(Optional.of(RULE))) {
      found.add(subject.name() + " has the rule " + status.rule().orElse("none") + ", not " + RULE);
    }
    return found;
  }

  private SubjectStatus status(String name) {
    List<Version> versions =
        registry.versions(name).stream()
            .map(version -> new Version(Integer.toString(version), registry.idOf(name, version)))
            .toList();
    return new SubjectStatus(
        name, versions.isEmpty() ? Optional.empty() : registry.ruleOf(name), versions);
  }
}

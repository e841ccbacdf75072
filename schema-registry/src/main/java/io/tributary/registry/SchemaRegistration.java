package io.tributary.registry;

import io.apicurio.registry.rest.client.RegistryClient;
import io.apicurio.registry.rest.client.exception.ArtifactNotFoundException;
import io.apicurio.registry.rest.client.exception.ConflictException;
import io.apicurio.registry.rest.client.exception.NotFoundException;
import io.apicurio.registry.rest.client.exception.RestClientException;
import io.apicurio.registry.rest.client.exception.RuleNotFoundException;
import io.apicurio.registry.rest.client.exception.RuleViolationException;
import io.apicurio.registry.rest.client.exception.UnprocessableSchemaException;
import io.apicurio.registry.rest.v2.beans.Error;
import io.apicurio.registry.rest.v2.beans.IfExists;
import io.apicurio.registry.rest.v2.beans.Rule;
import io.apicurio.registry.rest.v2.beans.RuleViolationError;
import io.apicurio.registry.rest.v2.beans.SearchedVersion;
import io.apicurio.registry.types.RuleType;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/**
 * Brings the catalogue's schemas into a registry, and compares the two. Whatever is done can be
 * done again, and by several at once: it ends in the same.
 */
public final class SchemaRegistration implements AutoCloseable {

  /**
   * Each schema reads, and is read by, all others of its subject: what the build asks of released
   * schemas, too.
   */
  public static final String RULE = "FULL_TRANSITIVE";

  private static final String AVRO = "AVRO";
  private static final int ATTEMPTS = 5;
  private static final Duration PAUSE = Duration.ofMillis(300);
  private static final int MOST_VERSIONS = 500;

  private final RegistryConnection registry;
  private final List<Subject> subjects;

  /**
   * Asks nothing yet.
   *
   * @param prefix of the pipeline's topics
   */
  public SchemaRegistration(RegistryAddress address, String prefix) {
    this(address, Subject.ofCatalogue(prefix));
  }

  /** The same for these subjects. */
  public SchemaRegistration(RegistryAddress address, List<Subject> subjects) {
    this.registry = new RegistryConnection(address);
    this.subjects = List.copyOf(subjects);
  }

  /**
   * A version in the registry.
   *
   * @param version as the registry counts
   * @param id what records carry
   */
  public record Version(String version, long id) {}

  /**
   * A subject as the registry has it.
   *
   * @param rule its own compatibility rule, if it has one
   * @param versions oldest first; none where there is no such subject
   */
  public record SubjectStatus(String subject, Optional<String> rule, List<Version> versions) {}

  /**
   * Registers what is not there yet; {@link IncompatibleSchemaException} at the first that is
   * refused, {@link SchemaUnavailableException} where the registry does not answer, or does not
   * take one because others register, too.
   *
   * @return how many schemas were not there before
   */
  public int register() {
    return subjects.stream().mapToInt(this::register).sum();
  }

  /** Under which ids the registry has the catalogue's schemas. */
  public SchemaIds ids() {
    return SchemaIds.of(registry, subjects);
  }

  /** How the registry differs from the catalogue, one sentence for each difference. */
  public List<String> drift() {
    return subjects.stream().flatMap(subject -> drift(subject).stream()).toList();
  }

  /** What the registry has of the catalogue's subjects. */
  public List<SubjectStatus> status() {
    return subjects.stream().map(subject -> status(subject.name())).toList();
  }

  /** A subject is there from its first schema on, and has its rule before any other follows. */
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
    Rule rule = new Rule();
    rule.setType(RuleType.COMPATIBILITY);
    rule.setConfig(RULE);
    try {
      Optional<String> present = ruleOf(name);
      if (present.filter(RULE::equals).isEmpty()) {
        registry.ask(client -> insist(client, name, rule, present.isPresent()));
      }
      return true;
    } catch (ArtifactNotFoundException e) {
      return false;
    } catch (ConflictException e) {
      // somebody else registers, too
      return true;
    }
  }

  private static boolean insist(RegistryClient client, String name, Rule rule, boolean present) {
    if (present) {
      client.updateArtifactRuleConfig(RegistryConnection.GROUP, name, RuleType.COMPATIBILITY, rule);
    } else {
      client.createArtifactRule(RegistryConnection.GROUP, name, rule);
    }
    return true;
  }

  /** Several that register at once get into each other's way, which another try mends. */
  private void create(Subject subject, Schema schema) {
    for (int attempt = 1; ; attempt++) {
      try {
        registry.ask(client -> create(client, subject.name(), schema));
        return;
      } catch (RuleViolationException | UnprocessableSchemaException e) {
        throw new IncompatibleSchemaException(subject, schema.getFullName(), reason(e), e);
      } catch (ConflictException | SchemaUnavailableException e) {
        if (attempt == ATTEMPTS) {
          throw untaken(subject, schema, e);
        }
        LockSupport.parkNanos(PAUSE.toNanos());
        if (isRegistered(subject, schema)) {
          return;
        }
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

  private static long create(RegistryClient client, String name, Schema schema) {
    return client
        .createArtifact(
            RegistryConnection.GROUP,
            name,
            null,
            AVRO,
            IfExists.RETURN_OR_UPDATE,
            false,
            schema.getFullName(),
            schema.getDoc(),
            RegistryConnection.text(schema))
        .getContentId();
  }

  private static String reason(RestClientException refusal) {
    Error error = refusal.getError();
    if (error instanceof RuleViolationError violation && violation.getCauses() != null) {
      return violation.getCauses().stream()
          .map(cause -> cause.getDescription() + " at " + cause.getContext())
          .collect(Collectors.joining("; "));
    }
    return String.valueOf(error.getMessage());
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
            subject.name()
                + " lacks "
                + subject.versions().get(i).getFullName()
                + ", version "
                + (i + 1)
                + " of "
                + subject.versions().size());
      }
    }
    status.versions().stream()
        .filter(version -> !ours.contains(version.id()))
        .map(
            version ->
                subject.name()
                    + " has version "
                    + version.version()
                    + " (id "
                    + version.id()
                    + "), which is of no release that this one knows")
        .forEach(found::add);
    if (!status.rule().equals(Optional.of(RULE))) {
      found.add(subject.name() + " has the rule " + status.rule().orElse("none") + ", not " + RULE);
    }
    return found;
  }

  private SubjectStatus status(String name) {
    List<Version> versions;
    try {
      versions =
          registry
              .ask(
                  client ->
                      client.listArtifactVersions(RegistryConnection.GROUP, name, 0, MOST_VERSIONS))
              .getVersions()
              .stream()
              .sorted(Comparator.comparingLong(SearchedVersion::getGlobalId))
              .map(found -> new Version(found.getVersion(), found.getContentId()))
              .toList();
    } catch (NotFoundException e) {
      return new SubjectStatus(name, Optional.empty(), List.of());
    }
    return new SubjectStatus(name, ruleOf(name), versions);
  }

  private Optional<String> ruleOf(String name) {
    try {
      return Optional.of(
          registry
              .ask(
                  client ->
                      client.getArtifactRuleConfig(
                          RegistryConnection.GROUP, name, RuleType.COMPATIBILITY))
              .getConfig());
    } catch (RuleNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    registry.close();
  }
}

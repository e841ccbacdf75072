package io.tributary.registry;

import io.apicurio.registry.resolver.DefaultSchemaResolver;
import io.apicurio.registry.resolver.SchemaLookupResult;
import io.apicurio.registry.resolver.SchemaResolver;
import io.apicurio.registry.resolver.SchemaResolverConfig;
import io.apicurio.registry.resolver.strategy.ArtifactReference;
import io.apicurio.registry.rest.client.RegistryClient;
import io.apicurio.registry.rest.client.RegistryClientFactory;
import io.apicurio.registry.rest.client.exception.ConflictException;
import io.apicurio.registry.rest.client.exception.NotFoundException;
import io.apicurio.registry.rest.client.exception.RuleViolationException;
import io.apicurio.registry.rest.client.exception.UnprocessableSchemaException;
import io.apicurio.registry.serde.avro.AvroSchemaParser;
import io.apicurio.registry.serde.avro.DefaultAvroDatumProvider;
import io.apicurio.rest.client.auth.Auth;
import io.apicurio.rest.client.auth.BasicAuth;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A registry, asked through Apicurio's client. That client waits for an answer for ever, so each
 * question is asked on a thread of its own, for which nobody waits longer than its limit.
 */
final class RegistryConnection implements AutoCloseable {

  /** The longest that a question may take while records wait for its answer. */
  static final Duration LIMIT = Duration.ofSeconds(3);

  /** The longest at a start, or for an operator; a registry that has just started is slow. */
  private static final Duration PATIENT = Duration.ofSeconds(30);

  /** Confluent's clients know one group only, which is this one. */
  static final String GROUP = "default";

  private final RegistryAddress address;
  private final RegistryClient client;
  private final SchemaResolver<Schema, Object> resolver = new DefaultSchemaResolver<>();
  private final ExecutorService questions =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "schema-registry");
            thread.setDaemon(true);
            return thread;
          });

  /** Asks nothing yet. */
  RegistryConnection(RegistryAddress address) {
    this.address = address;
    this.client =
        RegistryClientFactory.create(
            address.url().toString(), Map.of(), address.login().map(this::auth).orElse(null));
    resolver.setClient(client);
    resolver.configure(
        Map.of(
            SchemaResolverConfig.REGISTRY_URL,
            address.url().toString(),
            SchemaResolverConfig.RETRY_COUNT,
            0L),
        new AvroSchemaParser<>(new DefaultAvroDatumProvider<>()));
  }

  private Auth auth(RegistryAddress.Login login) {
    return new BasicAuth(login.user(), login.password());
  }

  /** The id of exactly this schema in a subject. */
  OptionalLong idOf(String subject, Schema schema) {
    try {
      return OptionalLong.of(
          ask(
              asked ->
                  asked
                      .getArtifactVersionMetaDataByContent(GROUP, subject, false, text(schema))
                      .getContentId()));
    } catch (NotFoundException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * The schema of that id, whatever it is of; {@link RuntimeException} where it is none of Avro's.
   */
  Optional<Schema> schemaOf(ArtifactReference id) {
    try {
      SchemaLookupResult<Schema> found = ask(asked -> schemaOf(asked, id), LIMIT);
      return Optional.of(found.getParsedSchema().getParsedSchema());
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Runs beside the caller what asks and waits; {@link SchemaUnavailableException} at once where
   * nobody is asked any more.
   */
  <T> CompletableFuture<T> beside(Supplier<T> question) {
    try {
      return CompletableFuture.supplyAsync(question, questions);
    } catch (RejectedExecutionException e) {
      throw unavailable("is not asked any more", e);
    }
  }

  /** The resolver logs an error, with its trace, for each id that is not there: it is not asked. */
  private SchemaLookupResult<Schema> schemaOf(RegistryClient asked, ArtifactReference id) {
    try (InputStream there = asked.getContentById(id.getContentId())) {
      Objects.requireNonNull(there);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return resolver.resolveSchemaByArtifactReference(id);
  }

  static InputStream text(Schema schema) {
    return new ByteArrayInputStream(schema.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What the registry answers. Its refusals come as Apicurio's exceptions; no answer, and what
   * another try may mend, as {@link SchemaUnavailableException}.
   */
  <T> T ask(Function<RegistryClient, T> question) {
    return ask(question, PATIENT);
  }

  private <T> T ask(Function<RegistryClient, T> question, Duration limit) {
    return await(() -> question.apply(client), limit, "does not answer");
  }

  /** What many questions come to, for which nobody waits longer than that in all. */
  <T> T askAll(Supplier<T> all, Duration limit) {
    String late = "has not answered everything within " + limit.toSeconds() + " seconds";
    return await(all::get, limit, late);
  }

  private <T> T await(Callable<T> question, Duration limit, String late) {
    Future<T> answer;
    try {
      answer = questions.submit(question);
    } catch (RejectedExecutionException e) {
      throw unavailable("is not asked any more", e);
    }
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw refusal(e.getCause());
    } catch (TimeoutException e) {
      throw unavailable(late, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("was not waited for", e);
    } finally {
      answer.cancel(true);
    }
  }

  private RuntimeException refusal(@Nullable Throwable cause) {
    if (cause instanceof NotFoundException
        || cause instanceof ConflictException
        || cause instanceof RuleViolationException
        || cause instanceof UnprocessableSchemaException
        || cause instanceof SchemaUnavailableException
        || cause instanceof org.apache.avro.AvroRuntimeException) {
      return (RuntimeException) cause;
    }
    return unavailable("cannot be asked", cause);
  }

  private SchemaUnavailableException unavailable(String what, @Nullable Throwable cause) {
    String detail = cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
    return new SchemaUnavailableException(
        "the schema registry at " + address + ' ' + what + detail, cause);
  }

  @Override
  public void close() {
    questions.shutdownNow();
  }

  @Override
  public String toString() {
    return "the schema registry at " + address;
  }
}

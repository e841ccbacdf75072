package io.tributary.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.StreamSupport;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.jspecify.annotations.Nullable;

/**
 * Client of the Confluent-compatible API of a schema registry: Confluent's own, Apicurio's,
 * Karapace's. A registry that does not answer in time, or cannot answer now, is a {@link
 * SchemaUnavailableException}; a schema that it refuses is a {@link RefusedException}.
 */
final class RegistryClient {

  /** Limit of a question while records wait for its answer. */
  static final Duration LIMIT = Duration.ofSeconds(3);

  /** Limit at a start, or for an operator: a registry that has just started is slow. */
  private static final Duration PATIENT = Duration.ofSeconds(30);

  private static final String APICURIO = "/apis/ccompat/v7";
  private static final String APICURIO_CORE = "/apis/registry/v2";
  private static final String TYPE = "application/vnd.schemaregistry.v1+json";
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;
  private static final int FIRST_FAILURE = 300;
  private static final int FIRST_SERVER_ERROR = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RegistryAddress address;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();
  private volatile @Nullable String base;

  RegistryClient(RegistryAddress address) {
    this.address = address;
  }

  /** A schema is refused, for good or because others register at the same time. */
  static final class RefusedException extends RuntimeException {

    RefusedException(String message) {
      super(message);
    }
  }

  /** The id of exactly this schema in a subject. */
  OptionalLong idOf(String subject, Schema schema) {
    return ask("POST", "/subjects/" + encoded(subject), text(schema), PATIENT)
        .map(answer -> OptionalLong.of(member(answer, "id").asLong()))
        .orElseGet(OptionalLong::empty);
  }

  /** The schema of that id; {@link SchemaParseException} for one that is not Avro's. */
  Optional<Schema> schemaOf(int id) {
    return ask("GET", "/schemas/ids/" + id, null, LIMIT)
        .map(
            answer -> {
              if (!answer.path("schemaType").asText("AVRO").equals("AVRO")) {
                throw new SchemaParseException("not Avro");
              }
              return new Schema.Parser().parse(member(answer, "schema").asText());
            });
  }

  void register(String subject, Schema schema) {
    String path = "/subjects/" + encoded(subject) + "/versions";
    if (ask("POST", path, text(schema), PATIENT).isEmpty()) {
      throw unavailable("has no " + path, null);
    }
  }

  /** Numbers of a subject's versions, oldest first; none where there is no such subject. */
  List<Integer> versions(String subject) {
    return ask("GET", "/subjects/" + encoded(subject) + "/versions", null, PATIENT).stream()
        .flatMap(answer -> StreamSupport.stream(answer.spliterator(), false))
        .map(JsonNode::asInt)
        .sorted()
        .toList();
  }

  long idOf(String subject, int version) {
    String path = "/subjects/" + encoded(subject) + "/versions/" + version;
    return ask("GET", path, null, PATIENT)
        .map(answer -> member(answer, "id").asLong())
        .orElseThrow(() -> unavailable("has no " + path + " any more", null));
  }

  /** The subject's own compatibility rule, if it has one. */
  Optional<String> ruleOf(String subject) {
    return ask("GET", "/config/" + encoded(subject), null, PATIENT)
        .map(answer -> answer.path("compatibilityLevel").asText())
        .filter(rule -> !rule.equals("NONE"));
  }

  /** Sets the subject's rule; false where the registry wants a schema first. */
  boolean setRule(String subject, String rule) {
    return ask("PUT", "/config/" + encoded(subject), json(Map.of("compatibility", rule)), PATIENT)
        .isPresent();
  }

  /** The answer; empty where there is nothing of that name. */
  private Optional<JsonNode> ask(
      String method, String path, @Nullable String body, Duration limit) {
    String known = base;
    if (known == null) {
      known = findBase(limit);
      base = known;
    }
    HttpResponse<String> answer = send(method, known + path, body, limit);
    // a proxy that leads elsewhere must not make schemas absent
    if (answer.statusCode() == NOT_FOUND && read(answer.body()).has("error_code")) {
      return Optional.empty();
    }
    if (answer.statusCode() == CONFLICT || answer.statusCode() == UNPROCESSABLE) {
      throw new RefusedException(message(answer));
    }
    if (answer.statusCode() >= FIRST_FAILURE) {
      throw unavailable(answer);
    }
    return Optional.of(read(answer.body()));
  }

  /** The API's own URL, or that of an Apicurio server, which has the API beside its own. */
  private String findBase(Duration limit) {
    String url = address.url().toString().replaceFirst("/+$", "");
    if (url.endsWith(APICURIO_CORE)) {
      return url.substring(0, url.length() - APICURIO_CORE.length()) + APICURIO;
    }
    if (!address.url().getPath().replace("/", "").isEmpty()) {
      return url;
    }
    HttpResponse<String> answer = send("GET", url + APICURIO + "/schemas/types", null, limit);
    if (answer.statusCode() == UNAUTHORIZED || answer.statusCode() >= FIRST_SERVER_ERROR) {
      // says nothing about the server's kind
      throw unavailable(answer);
    }
    return answer.statusCode() < FIRST_FAILURE ? url + APICURIO : url;
  }

  private SchemaUnavailableException unavailable(HttpResponse<String> answer) {
    return unavailable("answers " + answer.statusCode() + ": " + message(answer), null);
  }

  private HttpResponse<String> send(
      String method, String url, @Nullable String body, Duration limit) {
    BodyPublisher content = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .method(method, content)
            .header("Content-Type", TYPE)
            .header("Accept", TYPE + ", application/json");
    address.login().ifPresent(login -> request.header("Authorization", basic(login)));
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request.build(), BodyHandlers.ofString());
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw unavailable("cannot be asked", e.getCause());
    } catch (TimeoutException e) {
      throw unavailable("does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("was not waited for", e);
    } finally {
      answer.cancel(true);
    }
  }

  private static String basic(RegistryAddress.Login login) {
    byte[] pair = (login.user() + ':' + login.password()).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  private static String encoded(String subject) {
    return URLEncoder.encode(subject, StandardCharsets.UTF_8);
  }

  private static String text(Schema schema) {
    return json(Map.of("schema", schema.toString()));
  }

  private static String json(Map<String, String> members) {
    return JSON.valueToTree(members).toString();
  }

  private JsonNode read(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw unavailable("answers with something else than JSON", null);
    }
  }

  private JsonNode member(JsonNode answer, String name) {
    if (!answer.hasNonNull(name)) {
      throw unavailable("answers without " + name, null);
    }
    return answer.path(name);
  }

  private static String message(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body()).path("message").asText(answer.body());
    } catch (JsonProcessingException e) {
      return answer.body();
    }
  }

  SchemaUnavailableException unavailable(String what, @Nullable Throwable cause) {
    String detail = cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
    return new SchemaUnavailableException(this + " " + what + detail, cause);
  }

  @Override
  public String toString() {
    return "the schema registry at " + address;
  }
}

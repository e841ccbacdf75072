package io.tributary.gateway.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** The described API, and whether an answer is one of those that it describes. */
public final class OpenApiDescription {

  /** Marks an answer that has a body at times: the language has no words for it. */
  private static final String MAY_BE_EMPTY = "x-may-be-empty";

  private final JsonNode root;
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

  private OpenApiDescription(JsonNode root) {
    this.root = root;
  }

  /** Reads the description on the class path. */
  public static OpenApiDescription load() {
    try (InputStream stream = OpenApiDescription.class.getResourceAsStream("/openapi.yaml")) {
      return new OpenApiDescription(new YAMLMapper().readTree(stream));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each described route as {@code METHOD path}. */
  public Set<String> routes() {
    Set<String> routes = new TreeSet<>();
    root.path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method ->
                            routes.add(method.toUpperCase(Locale.ROOT) + ' ' + path.getKey())));
    return routes;
  }

  /** Fails unless the route may answer so. */
  public void requireDescribed(String route, int status, String contentType, String body) {
    JsonNode response = resolve(responseOf(route, status));
    assertThat(response.isMissingNode()).as("%s answers %s", route, status).isFalse();
    boolean nothing = contentType.equals("none") && body.isEmpty();
    if (!response.has("content") || (nothing && response.has(MAY_BE_EMPTY))) {
      assertThat(contentType + body).as("%s %s has no body", route, status).isEqualTo("none");
      return;
    }
    String mediaType = contentType.split(";", 2)[0];
    JsonNode schema = response.path("content").path(mediaType).path("schema");
    assertThat(schema.isMissingNode()).as("%s %s is %s", route, status, mediaType).isFalse();
    if (mediaType.equals("application/json") && !route.startsWith("HEAD ")) {
      Schema validator = compiled.computeIfAbsent(schema.toString(), this::compile);
      assertThat(validator.validate(body, InputFormat.JSON)).as("%s %s", route, body).isEmpty();
    }
  }

  /**
   * Rules that JSON Schema cannot say: it counts no bytes and no distinct elements, reads no times
   * and lives, and knows no member that is given twice.
   */
  private static final Pattern UNSAID =
      Pattern.compile("bytes|distinct|significant digits|ISO 8601|more than 0|twice|levels");

  /** Integers with a fraction or an exponent, which JSON Schema takes. */
  private static final Pattern NOTATION = Pattern.compile("[0-9](\\.0|[eE][0-9])");

  /** Fails unless the described body takes an accepted request, and refuses a refused one. */
  public void requireAlike(String route, byte[] body, ApiClient.Described answer) {
    JsonNode operation = operation(route);
    JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
    boolean refused = answer.status() == 400;
    String text = new String(body, StandardCharsets.UTF_8);
    boolean hasNone = text.isEmpty() && !operation.at("/requestBody/required").booleanValue();
    if (schema.isMissingNode()
        || hasNone
        || (refused && isUnsaid(operation, schema, text, answer.json()))) {
      return;
    }
    assertThat(takes(schema, text)).as("%s takes %s", route, text).isEqualTo(!refused);
  }

  /** Headers, paths and events of providers are not in the schemas of bodies. */
  private boolean isUnsaid(JsonNode operation, JsonNode schema, String body, JsonNode answer) {
    String rule = answer.path("rule").asText();
    return UNSAID.matcher(rule).find()
        || (rule.startsWith("must be an integer") && NOTATION.matcher(body).find())
        || schema.path("description").asText().equals("As the provider documents it.")
        || Set.of("Content-Type", "authorization").contains(answer.path("field").asText())
        || operation
            .path("parameters")
            .valueStream()
            .map(parameter -> resolve(parameter).path("name"))
            .anyMatch(answer.path("field")::equals);
  }

  private boolean takes(JsonNode schema, String body) {
    try {
      return compiled
          .computeIfAbsent(schema.toString(), this::compile)
          .validate(body, InputFormat.JSON)
          .isEmpty();
    } catch (JacksonException e) {
      return false;
    }
  }

  /** What no route has of its own is described among the components. */
  private JsonNode responseOf(String route, int status) {
    if (status == 404 && route.isEmpty()) {
      return root.at("/components/responses/NotFound");
    }
    if (status == 405) {
      return root.at("/components/responses/MethodNotAllowed");
    }
    if (route.isEmpty()) {
      return root.at("/components/responses/BadRequest");
    }
    return operation(route).path("responses").path(Integer.toString(status));
  }

  private JsonNode operation(String route) {
    String[] parts = (route + ' ').split(" ", 2);
    return root.path("paths").path(parts[1].strip()).path(parts[0].toLowerCase(Locale.ROOT));
  }

  private JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? root.at(node.get("$ref").textValue().substring(1)) : node;
  }

  private Schema compile(String schema) {
    try {
      ObjectNode document = (ObjectNode) new ObjectMapper().readTree(schema);
      document.set("components", root.get("components"));
      return schemas.getSchema(document.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.tributary.project.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.channels.BodyKind;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.definition.Success;
import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.SignatureScheme;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The path of each channel provider, of the one with a variable and of the provider's definition.
 */
final class ChannelPaths {

  private static final String PATH = "/v1/channels/{provider}/{account}";
  private static final String CONTENT = "content";
  private static final long MIB = 1024L * 1024;

  private ChannelPaths() {}

  /** Puts a path for each provider in the place of the one with a variable. */
  static void expand(ObjectNode paths) {
    ObjectNode copy = paths.deepCopy();
    paths.removeAll();
    copy.properties()
        .forEach(
            path -> {
              if (path.getKey().equals(PATH)) {
                Arrays.stream(Provider.values())
                    .forEach(provider -> add(paths, provider, path.getValue()));
              } else {
                paths.set(path.getKey(), path.getValue());
              }
            });
  }

  private static void add(ObjectNode paths, Provider provider, JsonNode template) {
    ObjectNode path = paths.putObject(PATH.replace("{provider}", provider.label()));
    JsonNode own = template.path("x-providers").path(provider.label().replaceFirst("-.*", ""));
    path.set("post", post(provider, (ObjectNode) template.path("post"), own));
    if (provider.definition().asksByGet()) {
      ObjectNode get = template.path("get").deepCopy();
      get.put("operationId", "verify" + name(provider));
      path.set("get", get);
    }
  }

  private static ObjectNode post(Provider provider, ObjectNode template, JsonNode own) {
    ChannelProvider definition = provider.definition();
    SignatureScheme signature = definition.signature();
    ObjectNode post = template.objectNode();
    post.put("operationId", "receive" + name(provider));
    post.put("summary", "Take " + definition.requests() + '.');
    post.put(
        "description",
        signature.credential()
            + " A verified request is answered when every message is durable, also without a"
            + " recipient. For 30 days a repeat has no further effect. Events that are no messages"
            + " get the same answer and are ignored."
            + (own.has("description") ? ' ' + own.path("description").asText() : ""));
    post.setAll(template.deepCopy());
    ArrayNode security = post.putArray("security");
    if (signature == SignatureScheme.Remote.BOT_FRAMEWORK) {
      security.addObject().putArray("botFramework");
    } else {
      signature.headers().forEach((header, words) -> addHeader(post, header, words));
    }
    own.path("parameters").forEach(post.withArrayProperty("parameters")::add);
    post.set("requestBody", body(definition, own.path("requestBody").path(CONTENT), template));
    addAnswers(post.withObjectProperty("responses"), definition, own);
    return post;
  }

  private static void addHeader(ObjectNode post, String name, String words) {
    ObjectNode header = post.withArrayProperty("parameters").addObject();
    header.put("name", name).put("in", "header").put("required", true).put("description", words);
    header.putObject("schema").put("type", "string");
  }

  private static ObjectNode body(ChannelProvider provider, JsonNode own, ObjectNode template) {
    ObjectNode body = template.objectNode();
    long limit = provider.bodyLimit(MIB) / MIB;
    body.put("required", true).put("description", "At most " + limit + " MiB.");
    ObjectNode content = body.putObject(CONTENT);
    if (!own.isMissingNode()) {
      content.setAll((ObjectNode) own);
    } else if (provider.bodies() != BodyKind.ANY) {
      if (provider.sendsForms()) {
        documented(content, "application/x-www-form-urlencoded");
      }
      documented(content, "application/json");
    }
    return body;
  }

  private static void documented(ObjectNode content, String type) {
    content
        .putObject(type)
        .putObject("schema")
        .put("type", "object")
        .put("description", "As the provider documents it.");
  }

  private static void addAnswers(ObjectNode responses, ChannelProvider provider, JsonNode own) {
    ObjectNode success = (ObjectNode) responses.get("200");
    if (own.at("/responses/200") instanceof ObjectNode other) {
      success.setAll(other);
    } else if (provider.success().equals(Success.OK)) {
      success
          .putObject(CONTENT)
          .putObject("application/json")
          .putObject("schema")
          .put("$ref", "#/components/schemas/ReceivedByChannel");
    } else if (!provider.success().body().isEmpty()) {
      success
          .putObject(CONTENT)
          .putObject(provider.success().contentType().replaceFirst(";.*", ""))
          .putObject("schema")
          .put("type", "string");
    }
    if (provider.takesUnauthorized()) {
      responses.putObject("401").put("$ref", "#/components/responses/Unsigned");
    }
  }

  /** The label in camel case, such as {@code TwilioSms}. */
  private static String name(Provider provider) {
    return Arrays.stream(provider.label().split("-"))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining());
  }
}

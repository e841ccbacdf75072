package io.tributary.gateway.auth;

import static io.tributary.gateway.kit.TokenFile.entry;
import static io.tributary.gateway.kit.TokenFile.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.json.InvalidInputException;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServiceTokensReaderTest {

  // printf fake-a | sha256sum
  private static final String DIGEST =
      "9f74e4efee8db5b6f712ce92b9d23d665400532944ca73333d6d5db561268006";

  private static final GrantRule NO_TWINS =
      (tenant, before) ->
          before.contains(tenant) ? Optional.of("must not be a twin") : Optional.empty();

  @Test
  void shouldReadTheDocumentedShape() {
    String file =
        "{\"tokens\":[{\"name\":\"crm\",\"sha256\":\""
            + DIGEST.toUpperCase(Locale.ROOT)
            + "\",\"grants\":[{\"family\":\"inbox\",\"tenant\":\"acme\"},"
            + "{\"family\":\"history\",\"tenant\":\"*\"},{\"family\":\"history\",\"tenant\":\"o\"}]}]}";

    ServiceTokens.ServiceToken token =
        read(file).find(HexFormat.of().parseHex(DIGEST)).orElseThrow();

    assertThat(token.name()).isEqualTo("crm");
    assertThat(token.before(Family.HISTORY)).contains(new Principal("crm", Set.of("*", "o")));
    assertThat(token.before(Family.DEVICES)).isEmpty();
  }

  @Test
  void shouldTakeTwoTokensOfOneNameAndNoneTwice() {
    assertThat(read(text(entry("a", "fake-a"), entry("a", "fake-b"))).byDigest()).hasSize(2);
    assertRefused(
        text(entry("a", "fake-a"), entry("b", "fake-a")),
        "tokens[1].sha256 must not be given twice");
  }

  @Test
  void shouldNameThePlaceOfAnError() {
    String entry = "{\"name\":\"a\",\"sha256\":\"" + DIGEST + "\",\"grants\":[]}";
    assertRefused("", "tokens is required");
    assertRefused("[]", "body must be a JSON object");
    assertRefused("{\"tokens\":[" + entry, "body must be well-formed JSON");
    assertRefused("{\"tokens\":{}}", "tokens must be an array");
    assertRefused("{\"tokens\":[" + entry + ",7]}", "tokens[1] must be an object");
    assertRefused(text(entry.replace("\"a\"", "\"\"")), "tokens[0].name must have 1 to 128");
    assertRefused(
        text(entry.replace(DIGEST, DIGEST.substring(1))), "tokens[0].sha256 must be a SHA-256");
    assertRefused(
        text(entry.replace(DIGEST, "g" + DIGEST.substring(1))),
        "tokens[0].sha256 must be a SHA-256");
    assertRefused(text(entry.replace("\"grants\":[]", "\"x\":[]")), "tokens[0].grants is required");
    assertRefused(
        text(entry.replace("[]", "[{\"family\":\"inbox\"}]")),
        "tokens[0].grants[0].tenant is required");
    assertRefused(
        text(entry.replace("[]", "[{\"family\":\"inbox\",\"tenant\":\"\"}]")),
        "tokens[0].grants[0].tenant must have 1 to 257");
  }

  @Test
  void shouldRefuseUnknownMembers() {
    String valid = text(entry("a", "fake-a", "inbox:x"));
    assertRefused(valid.replace("{\"tokens\"", "{\"x\":1,\"tokens\""), "x is not known");
    assertRefused(valid.replace("{\"name\"", "{\"x\":1,\"name\""), "tokens[0].x is not known");
    assertRefused(
        valid.replace("{\"family\"", "{\"org\":1,\"family\""),
        "tokens[0].grants[0].org is not known");
  }

  private static ServiceTokens read(String file) {
    return ServiceTokensReader.read(
        file.getBytes(StandardCharsets.UTF_8), Map.of(Family.HISTORY, NO_TWINS));
  }

  private static void assertRefused(String file, String message) {
    try {
      read(file);
    } catch (InvalidInputException e) {
      assertThat(e.problem().message()).startsWith(message).doesNotContain(DIGEST);
      return;
    }
    throw new AssertionError(file + " was taken");
  }
}

package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.TokenSigner;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TeamsChannelTest {

  private static final String NOW = "2026-01-01T00:00:00Z";
  private static final String APP = "33333333-3333-4333-8333-333333333333";
  private static final String SERVICE = "https://smba.trafficmanager.net/emea/";
  private static final String BODY =
      "{\"type\":\"message\",\"id\":\"1767225600123\",\"timestamp\":\"2026-01-01T00:00:00.123Z\","
          + "\"serviceUrl\":\""
          + SERVICE
          + "\",\"channelId\":\"msteams\",\"from\":{\"id\":\"29:1aaa\",\"name\":\"John Doe\","
          + "\"aadObjectId\":\"11111111-1111-4111-8111-111111111111\"},\"conversation\":{\"id\":"
          + "\"a:1bbb\",\"tenantId\":\"22222222-2222-4222-8222-222222222222\",\"conversationType\":"
          + "\"personal\"},\"recipient\":{\"id\":\"28:33333333-3333-4333-8333-333333333333\","
          + "\"name\":\"T3nets Bot\"},\"text\":\"sprint status\",\"entities\":[],\"channelData\":"
          + "{\"tenant\":{\"id\":\"22222222-2222-4222-8222-222222222222\"}}}";

  private static RSAKey key;
  private static RSAKey other;
  private static RSAKey third;

  private TokenSigner signer;
  private ChannelServer server;

  @BeforeAll
  static void generate() throws Exception {
    key = TokenSigner.key("key-1");
    other = TokenSigner.key("key-2");
    third = TokenSigner.key("key-3");
  }

  @BeforeEach
  void start() throws Exception {
    signer = TokenSigner.start().list(key, "msteams", "skype");
    server = ChannelServer.start(NOW, account("bot", APP));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    signer.close();
  }

  @Test
  void shouldTakeAnActivityWithItsToken() throws Exception {
    Described answer = post("bot", BODY, TokenSigner.token(key, claims().build()));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"ok\":true}");
    assertThat(server.deliveries()).hasSize(1);
    assertThat(server.deliveries().get(0).messages().get(0).eventId())
        .isEqualTo(Optional.of("teams:33333333-3333-4333-8333-333333333333:a:1bbb:1767225600123"));
    assertThat(server.counted()).containsExactlyInAnyOrder("teams verified");
  }

  @Test
  void shouldRefuseTokensOfOthersForOthersAndOfOtherTimes() throws Exception {
    assertRefused("claims", claims().issuer("https://sts.windows.net/").build());
    assertRefused("claims", claims().issuer(null).build());
    assertRefused("claims", claims().audience("44444444-4444-4444-8444-444444444444").build());
    assertRefused("claims", claims().audience((String) null).build());
    assertRefused("claims", claims().expirationTime(at("2025-12-31T23:54:59Z")).build());
    assertRefused("claims", claims().expirationTime(null).build());
    assertRefused("claims", claims().expirationTime(null).serializeNullClaims(true).build());
    assertRefused("claims", claims().notBeforeTime(at("2026-01-01T00:05:01Z")).build());
    assertThat(server.deliveries()).isEmpty();
  }

  @Test
  void shouldAllowForClocksThatAreFiveMinutesApart() throws Exception {
    for (JWTClaimsSet skewed :
        new JWTClaimsSet[] {
          claims().expirationTime(at("2025-12-31T23:55:01Z")).build(),
          claims().notBeforeTime(at("2026-01-01T00:04:59Z")).build()
        }) {
      assertThat(post("bot", BODY, TokenSigner.token(key, skewed)).status()).isEqualTo(200);
    }
    server.clock().advance(Duration.ofMinutes(66));
    assertRefused("claims", claims().build());
  }

  @Test
  void shouldHoldTheTokenAgainstTheServiceUrlAndChannelOfTheBody() throws Exception {
    String good = TokenSigner.token(key, claims().build());
    assertRefused("service_url", BODY.replace("/emea/", "/amer/"), good);
    assertRefused("service_url", claims().claim("serviceurl", SERVICE + "x").build());
    assertRefused("service_url", claims().claim("serviceurl", null).build());
    assertThat(
            post(
                    "bot",
                    BODY,
                    TokenSigner.token(
                        key,
                        claims().claim("serviceurl", null).claim("serviceUrl", SERVICE).build()))
                .status())
        .isEqualTo(200);
    for (String same :
        List.of(
            "https://smba.trafficmanager.net/emea",
            "https://SMBA.trafficmanager.net/EMEA/",
            "https://smba.trafficmanager.net:443/emea/")) {
      assertThat(
              post("bot", BODY, TokenSigner.token(key, claims().claim("serviceurl", same).build()))
                  .status())
          .as(same)
          .isEqualTo(200);
    }
    for (String not :
        List.of(
            "https://smba.trafficmanager.net",
            "http://smba.trafficmanager.net/emea/",
            "https://smba.trafficmanager.net:8443/emea/",
            "https://smba.trafficmanager.net/emea/?x",
            "https://smba.trafficmanager.net.evil.example/emea/")) {
      assertRefused("service_url", claims().claim("serviceurl", not).build());
    }
    assertThat(server.deliveries()).hasSize(4);
  }

  @Test
  void shouldRefuseAKeyThatIsNotEndorsedForTeams() throws Exception {
    signer.list(other);
    signer.list(third, "webchat");

    assertRefused("endorsement", BODY, TokenSigner.token(other, claims().build()));
    assertRefused("endorsement", BODY, TokenSigner.token(third, claims().build()));
  }

  @Test
  void shouldRefuseAnotherChannelThanTeamsThatTheKeyIsEndorsedFor() throws Exception {
    signer.list(third, "webchat", "msteams");
    String token = TokenSigner.token(third, claims().build());

    assertRefused("channel", BODY.replace("msteams", "webchat"), token);
    assertRefused("channel", BODY.replace("msteams", "MSTeams"), token);
    assertThat(post("bot", BODY, token).status()).isEqualTo(200);
    assertThat(server.deliveries()).hasSize(1);
  }

  @Test
  void shouldRefuseAMessageToAnotherBot() throws Exception {
    String token = TokenSigner.token(key, claims().build());
    String another = "44444444-4444-4444-8444-444444444444";

    assertRefused("recipient", BODY.replace("28:" + APP, "28:" + another), token);
    assertRefused("recipient", BODY.replace("28:" + APP, another), token);
    assertRefused("recipient", BODY.replace("28:" + APP, "28:28:" + APP), token);
    String malformed =
        BODY.replace("\"from\":{\"id\"", "\"from\":{\"no\"").replace("aadObjectId", "x");
    assertRefused("recipient", malformed.replace("28:" + APP, "28:" + another), token);
    assertThat(server.deliveries()).isEmpty();
    assertThat(post("bot", BODY.replace("28:" + APP, APP), token).status()).isEqualTo(200);
  }

  @Test
  void shouldRefuseOtherWaysToSignAndNone() throws Exception {
    JWTClaimsSet claims = claims().build();
    SignedJWT hmac =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("key-1").build(), claims);
    // What a verifier would use that goes by the token's own word
    hmac.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
    SignedJWT pss =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.PS256).keyID("key-1").build(), claims);
    pss.sign(new RSASSASigner(key));
    SignedJWT nameless = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims);
    nameless.sign(new RSASSASigner(key));
    RSAKey impostor = new RSAKey.Builder(other).keyID("key-1").build();

    assertRefused("unsigned", BODY, new PlainJWT(claims).serialize());
    assertRefused("signature", BODY, hmac.serialize());
    assertRefused("signature", BODY, pss.serialize());
    assertRefused("signature", BODY, nameless.serialize());
    assertRefused("signature", BODY, TokenSigner.token(impostor, claims));
    assertRefused("unsigned", BODY, "no.token.at-all");
    assertRefused("unsigned", BODY, "");
    assertThat(server.deliveries()).isEmpty();
  }

  @Test
  void shouldRefuseATokenWhoseClaimsWereChanged() throws Exception {
    String[] good = TokenSigner.token(key, claims().build()).split("\\.", -1);
    String[] more = TokenSigner.token(key, claims().claim("more", "x").build()).split("\\.", -1);
    assertRefused("signature", BODY, good[0] + '.' + more[1] + '.' + good[2]);
  }

  @Test
  void shouldAskForARepeatWhileKeysCannotBeHad() throws Exception {
    signer.fail(true);

    Described answer = post("bot", BODY, TokenSigner.token(key, claims().build()));

    assertThat(answer.status()).isEqualTo(503);
    assertThat(server.counted()).isEmpty();
    assertThat(server.deliveries()).isEmpty();
  }

  @Test
  void shouldNotReadAPageOfKeysWithoutEnd() throws Exception {
    signer.pad(1024 * 1024);
    String good = TokenSigner.token(key, claims().build());

    assertThat(post("bot", BODY, good).status()).isEqualTo(503);
    signer.pad(900_000);
    try (ChannelServer next = ChannelServer.start(NOW, account("bot", APP))) {
      assertThat(next.post("teams", "bot", BODY, "Authorization", "Bearer " + good).status())
          .isEqualTo(200);
    }
  }

  @Test
  void shouldAnswer400ToAVerifiedBodyThatIsNoActivity() throws Exception {
    for (String body : new String[] {"{", "[]", "{}", "{\"serviceUrl\":\"" + SERVICE + "\"}"}) {
      Described answer = post("bot", body, TokenSigner.token(key, claims().build()));
      assertThat(answer.status()).as(body).isEqualTo(400);
      assertThat(answer.json().path("field").asText()).isEqualTo("body");
    }
    String twice = BODY.replace("{\"type\"", "{\"serviceUrl\":\"https://x/\",\"type\"");
    assertThat(post("bot", twice, TokenSigner.token(key, claims().build())).status())
        .isEqualTo(400);
    assertThat(server.deliveries()).isEmpty();
  }

  private String account(String name, String appId) {
    return "{\"provider\":\"teams\",\"account\":\"%s\",\"app_id\":\"%s\",\"openid_url\":\"%s\"}"
        .formatted(name, appId, signer.openidUrl());
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer("https://api.botframework.com")
        .audience(APP)
        .notBeforeTime(at("2025-12-31T23:59:00Z"))
        .expirationTime(at("2026-01-01T01:00:00Z"))
        .claim("serviceurl", SERVICE);
  }

  private static Date at(String time) {
    return Date.from(Instant.parse(time));
  }

  private void assertRefused(String reason, JWTClaimsSet claims) throws Exception {
    assertRefused(reason, BODY, TokenSigner.token(key, claims));
  }

  private void assertRefused(String reason, String body, String token) throws Exception {
    List<String> before = server.counted();
    Described answer = post("bot", body, token);
    assertThat(answer.status()).as(reason).isEqualTo(403);
    assertThat(server.countedSince(before)).containsExactly("teams refused " + reason);
  }

  private Described post(String account, String body, String token) throws Exception {
    return server.post(
        "teams", account, body, "Authorization", token.isEmpty() ? "" : "Bearer " + token);
  }
}

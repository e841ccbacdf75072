package io.tributary.project.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.SignatureScheme;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.verify.ProviderAdapter;
import io.tributary.gateway.channel.verify.VerificationResult;
import io.tributary.gateway.kit.TokenSigner;
import io.tributary.gateway.kit.Webhooks;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.context.RuntimeContext;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Signatures and tokens: a near miss is a miss. */
class SignatureFuzzTest {

  private static final String SECRET = "whsec_ZmFrZS1zZWNyZXQtb2YtdGVzdHMtMzItYnl0ZXM=";
  private static final String URL = "https://ingest.example.com";
  private static final String APP = "00000000-0000-0000-0000-000000000001";
  private static final String NOW = "2026-01-01T00:00:00Z";
  private static final String FIVE_EARLIER = "2025-12-31T23:54:59Z";
  private static final long SECOND = 1_767_225_600;
  private static final String ISSUER = "https://api.botframework.com";
  private static final String SERVICE = "https://smba.trafficmanager.net/emea/";
  private static final String CLAIMS =
      """
      {"iss":"%s","aud":"%s","exp":1767229200,"nbf":1767225600,"serviceurl":"%s"}"""
          .formatted(ISSUER, APP, SERVICE);
  private static final byte[] ACTIVITY =
      "{\"type\":\"message\",\"channelId\":\"msteams\",\"serviceUrl\":\"%s\"}"
          .formatted(SERVICE)
          .getBytes(StandardCharsets.UTF_8);

  /** Lengths of what is replaced; the last is all. */
  private static final List<Integer> LENGTHS = List.of(0, 1, 2, 256);

  /** Further signatures behind the right one are no miss. */
  private static final Pattern SEPARATED = Pattern.compile("\\s");

  private static final List<Provider> SHARED =
      Stream.of(Provider.values())
          .filter(each -> each.definition().signature() instanceof SignatureScheme.Shared)
          .toList();

  private final RuntimeContext runtime = Webhooks.at(NOW);
  private final Map<Provider, ProviderAdapter> adapters = new EnumMap<>(Provider.class);
  private final RSAKey key;
  private final TokenSigner signer;

  SignatureFuzzTest() throws IOException, JOSEException {
    key = TokenSigner.key("key-1");
    signer = TokenSigner.start().list(key, "msteams");
  }

  private ProviderAdapter adapter(Provider provider) {
    return adapters.computeIfAbsent(
        provider,
        any ->
            ProviderAdapter.of(
                provider.definition(),
                address -> CompletableFuture.failedFuture(new IOException("no page")),
                runtime));
  }

  @FuzzTest
  void shouldAdmitTheSignedAlone(byte[] bytes) throws Exception {
    // the keys' page
    BugDetectors.allowNetworkConnections((host, port) -> host.equals("localhost"));
    FuzzInput input = new FuzzInput(bytes);
    switch (input.below(8)) {
      case 0 -> token(claims(input.splicedInto(CLAIMS)), true);
      case 1 -> token(input.text(), false);
      case 2 -> ses(input.content());
      case 3 -> nearMiss(input.of(SHARED), input, part -> part.toUpperCase(Locale.ROOT));
      default -> nearMiss(input.of(SHARED), input, part -> input.text());
    }
  }

  private void nearMiss(Provider provider, FuzzInput input, UnaryOperator<String> replacement)
      throws Exception {
    SignatureScheme.Shared scheme = (SignatureScheme.Shared) provider.definition().signature();
    byte[] body = "a=1".getBytes(StandardCharsets.UTF_8);
    String target = "/v1/channels/" + provider.label() + "/main";
    Map<String, String> headers =
        new HashMap<>(
            scheme.sign(SECRET.getBytes(StandardCharsets.UTF_8), URL + target, body, SECOND));
    assertThat(result(provider, target, headers, body))
        .as("%s", provider)
        .isInstanceOf(VerificationResult.Verified.class);

    String name = input.of(headers.keySet().stream().sorted().toList());
    String value = headers.getOrDefault(name, "");
    int from = input.below(value.length() + 1);
    int to = Math.min(value.length(), from + input.of(LENGTHS));
    String part = replacement.apply(value.substring(from, to));
    String other = value.substring(0, from) + part + value.substring(to);
    headers.put(name, other);
    if (!SEPARATED.matcher(part).find() && !other.equals(value)) {
      assertThat(result(provider, target, headers, body))
          .as("%s %s: %s for %s", provider, name, other, value)
          .isInstanceOf(VerificationResult.Refused.class);
    }
  }

  private VerificationResult result(
      Provider provider, String target, Map<String, String> headers, byte[] body) throws Exception {
    return adapter(provider)
        .verify(account(provider), request(target, headers, body))
        .get(10, TimeUnit.SECONDS);
  }

  private static ApiRequest request(String target, Map<String, String> headers, byte[] body) {
    ApiRequest plain =
        Webhooks.request(
            body,
            headers.entrySet().stream()
                .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
                .toArray(String[]::new));
    return new ApiRequest(
        plain.id(),
        plain.caller(),
        target,
        plain.path(),
        plain.query(),
        plain.headers(),
        plain.idempotencyKey(),
        body,
        plain.trace(),
        plain.deadline(),
        plain.lease(),
        plain.connection());
  }

  private String claims(byte[] claims) throws JOSEException {
    JWSObject token =
        new JWSObject(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
            new Payload(claims));
    token.sign(new RSASSASigner(key));
    return token.serialize();
  }

  private void token(String token, boolean signed) throws Exception {
    ApiRequest request = Webhooks.request(ACTIVITY, "authorization", "Bearer " + token);
    VerificationResult result =
        adapter(Provider.TEAMS).verify(account(Provider.TEAMS), request).get(10, TimeUnit.SECONDS);
    if (result instanceof VerificationResult.Verified) {
      assertThat(signed).isTrue();
      JWTClaimsSet claims = JWTClaimsSet.parse(JWSObject.parse(token).getPayload().toJSONObject());
      assertThat(claims.getExpirationTime()).as("%s", claims).isAfter(Instant.parse(FIVE_EARLIER));
      assertThat(claims.getIssuer()).as("%s", claims).isEqualTo(ISSUER);
      assertThat(claims.getAudience()).as("%s", claims).contains(APP);
    }
  }

  private void ses(byte[] body) throws Exception {
    assertThat(
            adapter(Provider.SES)
                .verify(account(Provider.SES), Webhooks.request(body))
                .get(10, TimeUnit.SECONDS))
        .isNotInstanceOf(VerificationResult.Verified.class);
  }

  private ChannelAccount account(Provider provider) {
    return new ChannelAccount(
        new ChannelAccount.Name(provider, "main"),
        List.of(new Secret(SECRET)),
        List.of(),
        Optional.empty(),
        Optional.of(APP),
        Optional.of(URI.create(signer.openidUrl())),
        Optional.of(URL),
        Optional.empty(),
        List.of("arn:aws:sns:eu-west-1:123456789012:mail"),
        Set.of(),
        Optional.empty(),
        Map.of());
  }
}

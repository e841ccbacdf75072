package io.tributary.gateway.channel.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.twilio.security.RequestValidator;
import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.Refusal;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.account.ChannelAccountsReader;
import io.tributary.gateway.kit.Webhooks;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.RequestTarget;
import io.tributary.gateway.route.TraceContext;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.key.KeyedHash;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwilioAdapterTest {

  private static final String TOKEN = "test_auth_token_0001";
  private static final String SERVER = "https://ingest.example.com";

  private static final String CALL =
      "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309"
          + "&To=%2B18005551212";
  private static final String CALL_JSON = "{\"property\": \"value\", \"boolean\": true}";
  private static final String CALL_HASH =
      "0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620";

  private static final String REPLY =
      "SmsMessageSid=SM00000000000000000000000000000001&NumMedia=0&ProfileName=Alex+Doe"
          + "&MessageType=text&SmsSid=SM00000000000000000000000000000001&WaId=447700900123"
          + "&SmsStatus=received&Body=Yes%2C+I+have+a+driving+licence+%26+a+car"
          + "&To=whatsapp%3A%2B447700900999&NumSegments=1&ReferralNumMedia=0"
          + "&MessageSid=SM00000000000000000000000000000001"
          + "&AccountSid=AC00000000000000000000000000000001"
          + "&From=whatsapp%3A%2B447700900123&ApiVersion=2010-04-01";
  private static final String REPLY_TARGET = "/v1/twilio/whatsapp";
  private static final String REPLY_SIGNATURE = "994VHjx19jvlSIU8dOouI/ehSXY=";

  private static final String SMS =
      "ToCountry=GB&ToState=&SmsMessageSid=SM00000000000000000000000000000002&NumMedia=0&ToCity="
          + "&FromZip=&SmsSid=SM00000000000000000000000000000002&FromState=&SmsStatus=received"
          + "&FromCity=&Body=&FromCountry=GB&To=%2B447700900888&ToZip=&NumSegments=1"
          + "&MessageSid=SM00000000000000000000000000000002"
          + "&AccountSid=AC00000000000000000000000000000001&From=%2B447700900123"
          + "&ApiVersion=2010-04-01";

  @ParameterizedTest
  @CsvSource({
    "https://mycompany.com, RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    "https://mycompany.com, kvajT1Ptam85bY51eRf/AJRuM3w=",
    "https://mycompany.com:443, RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    "https://mycompany.com:443/, kvajT1Ptam85bY51eRf/AJRuM3w=",
    "https://mycompany.com:1234, RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    "http://mycompany.com, 0ZXoZLH/DfblKGATFgpif+LLRf4=",
    "http://mycompany.com:80, 0ZXoZLH/DfblKGATFgpif+LLRf4=",
    "http://mycompany.com:1234, Zmvh+3yNM1Phv2jhDCwEM3q5ebU=",
  })
  void shouldVerifyFormsAsTwilioPublishesThem(String server, String signature) {
    String target = "/myapp.php?foo=1&bar=2";
    assertVerified(account(server, "12345"), target, CALL, signature);
    assertRefused(Refusal.SIGNATURE, account(server, "12346"), target, CALL, signature);
  }

  @Test
  void shouldVerifyTheGivenOrUsualPortOnly() {
    String target = "/myapp.php?foo=1&bar=2";
    assertRefused(
        Refusal.SIGNATURE,
        account("http://mycompany.com:1235", "12345"),
        target,
        CALL,
        "Zmvh+3yNM1Phv2jhDCwEM3q5ebU=");
    assertRefused(
        Refusal.SIGNATURE,
        account("http://mycompany.com", "12345"),
        target,
        CALL,
        "RSOYDt4T1cUTdK1PDd93/VVr8B8=");
  }

  @ParameterizedTest
  @CsvSource({
    "https://mycompany.com, foo=1&bar=2&bodySHA256=, a9nBmqA0ju/hNViExpshrM61xv4=",
    "https://mycompany.com:1234, foo=1&bar=2&bodySHA256=, a9nBmqA0ju/hNViExpshrM61xv4=",
    "https://mycompany.com, bodySHA256=, y77kIzt2vzLz71DgmJGsen2scGs=",
  })
  void shouldVerifyJsonAsTwilioPublishesIt(String server, String query, String signature) {
    String target = "/myapp.php?" + query + CALL_HASH;
    ChannelAccount account = account(server, "12345");

    assertVerified(account, target, CALL_JSON, signature);
    assertRefused(Refusal.SIGNATURE, account, target, CALL_JSON + " ", signature);
    assertRefused(Refusal.SIGNATURE, account, target, CALL, signature);
    assertRefused(Refusal.SIGNATURE, account, target + "&x=1", CALL_JSON, signature);
  }

  @Test
  void shouldRefuseJsonThatTheUrlHasNoHashOf() {
    String target = "/json";
    ChannelAccount account = account(SERVER, TOKEN);
    String json = "{\"AccountSid\":\"AC1\"}";

    assertRefused(Refusal.UNSIGNED, account, target, json, signed(SERVER + target, Map.of()));
    String empty = target + "?bodySHA256=";
    assertRefused(Refusal.SIGNATURE, account, empty, json, signed(SERVER + empty, Map.of()));
    String other = empty + CALL_HASH;
    assertRefused(Refusal.SIGNATURE, account, other, json, signed(SERVER + other, Map.of()));
  }

  @Test
  void shouldVerifyFormsWithTheirBlanks() {
    ChannelAccount account = account(SERVER, TOKEN);

    assertVerified(account, REPLY_TARGET, REPLY, REPLY_SIGNATURE);
    assertVerified(account, "/v1/twilio/sms", SMS, "N+hB6HfvT4NzXRgqY/bv1YnxrY4=");
    // What a reader computes that drops them
    assertRefused(
        Refusal.SIGNATURE, account, "/v1/twilio/sms", SMS, "vLpl57IfbqLiqswrIXaICdZkR3g=");
  }

  @Test
  void shouldRefuseOtherSignatures() {
    ChannelAccount account = account(SERVER, TOKEN);
    for (String body :
        List.of(
            REPLY.replace("Yes", "No"),
            REPLY + "&New=",
            REPLY.replace("&NumMedia=0", ""),
            REPLY + '&' + REPLY.replace("Yes", "No"),
            REPLY.replace("Body=Yes", "Body=%zzYes"),
            "%",
            "")) {
      assertRefused(Refusal.SIGNATURE, account, REPLY_TARGET, body, REPLY_SIGNATURE);
    }
    for (String target :
        List.of("/v1/twilio/whatsapp/", "/v1/twilio/sms", "/v1/twilio/whatsapp?", "/", "//")) {
      assertRefused(Refusal.SIGNATURE, account, target, REPLY, REPLY_SIGNATURE);
    }
    for (String signature :
        List.of("=", REPLY_SIGNATURE.toUpperCase(Locale.ROOT), " " + REPLY_SIGNATURE)) {
      assertRefused(Refusal.SIGNATURE, account, REPLY_TARGET, REPLY, signature);
    }
    assertThat(result(account, request(REPLY_TARGET, REPLY, Optional.empty())))
        .isEqualTo(new VerificationResult.Refused(Refusal.UNSIGNED));
    assertRefused(
        Refusal.SIGNATURE,
        account("https://other.example.com", TOKEN),
        REPLY_TARGET,
        REPLY,
        REPLY_SIGNATURE);
  }

  @Test
  void shouldCountTheAddressThatTheProxyCutsOff() {
    String signature = signed(SERVER + "/in/v1/x?a=%2B+1", Map.of("A", "1"));

    for (String server : List.of(SERVER + "/in", SERVER + "/in/")) {
      assertVerified(account(server, TOKEN), "/v1/x?a=%2B+1", "A=1", signature);
      assertRefused(Refusal.SIGNATURE, account(server, TOKEN), "/v1/x?a=+%2B1", "A=1", signature);
    }
  }

  @Test
  void shouldTakeEitherSecretWhileOneReplacesTheOther() {
    assertVerified(account(SERVER, "new", TOKEN), REPLY_TARGET, REPLY, REPLY_SIGNATURE);
    assertVerified(account(SERVER, TOKEN, "old"), REPLY_TARGET, REPLY, REPLY_SIGNATURE);
    assertRefused(
        Refusal.SIGNATURE, account(SERVER, "new", "old"), REPLY_TARGET, REPLY, REPLY_SIGNATURE);
  }

  @Test
  void shouldRefuseRequestsOfAnotherAccount() {
    ChannelAccount own = of("AC00000000000000000000000000000001", SERVER, TOKEN);
    ChannelAccount other = of("AC00000000000000000000000000000002", SERVER, TOKEN);

    assertVerified(own, REPLY_TARGET, REPLY, REPLY_SIGNATURE);
    assertRefused(Refusal.WRONG_ACCOUNT, other, REPLY_TARGET, REPLY, REPLY_SIGNATURE);
    // Not told before the signature
    assertRefused(Refusal.SIGNATURE, other, REPLY_TARGET, REPLY, "=");
    String target = "/x";
    assertRefused(
        Refusal.WRONG_ACCOUNT, own, target, "A=1", signed(SERVER + target, Map.of("A", "1")));
  }

  @Test
  void shouldNeedASecretAndThePublicUrl() {
    assertThat(
            Provider.TWILIO_SMS
                .definition()
                .signature()
                .canVerify(read("\"secrets\":[\"s\"],\"public_url\":\"" + SERVER)))
        .isTrue();
    assertThat(
            Provider.TWILIO_SMS
                .definition()
                .signature()
                .canVerify(read("\"secrets\":[\" \"],\"public_url\":\"" + SERVER)))
        .isFalse();
    ChannelAccount without = read("\"secrets\":[\"s\"],\"account_sid\":\"AC1");
    assertThat(without.accountSid()).contains("AC1");
    assertThat(Provider.TWILIO_SMS.definition().signature().canVerify(without)).isFalse();
    assertRefused(Refusal.UNSIGNED, without, REPLY_TARGET, REPLY, REPLY_SIGNATURE);
  }

  /** Twilio's own code agrees about whatever a form may hold. */
  @Test
  void shouldAgreeWithTwiliosOwnCode() {
    RequestValidator official = new RequestValidator(TOKEN);
    ChannelAccount account = account(SERVER, TOKEN);
    for (long seed = 1; seed <= 500; seed++) {
      Random random = new Random(seed);
      Map<String, String> fields = new TreeMap<>();
      for (int i = random.nextInt(15); i >= 0; i--) {
        fields.put("F" + text(random), text(random));
      }
      String target = "/v1/channels/twilio-sms/main" + (random.nextBoolean() ? "?a=1&b=%2B" : "");
      String signature = signed(SERVER + target, fields);
      String trial = "seed " + seed + ": " + fields;

      assertThat(official.validate(SERVER + target, fields, signature)).as(trial).isTrue();
      assertVerified(account, target, form(fields, random), signature);
      fields.put("F", fields.getOrDefault("F", "") + "!");
      assertThat(official.validate(SERVER + target, fields, signature)).as(trial).isFalse();
      assertRefused(Refusal.SIGNATURE, account, target, form(fields, random), signature);
    }
  }

  private static String text(Random random) {
    List<String> parts = List.of("", "a", "Z", " ", "+", "&", "=", "%", "é", "❤", "\u0000", "0");
    return random
        .ints(random.nextInt(5), 0, parts.size())
        .mapToObj(parts::get)
        .collect(Collectors.joining());
  }

  /** In any order. */
  private static String form(Map<String, String> fields, Random random) {
    return fields.entrySet().stream()
        .map(field -> escaped(field.getKey()) + '=' + escaped(field.getValue()))
        .collect(
            Collectors.collectingAndThen(
                Collectors.toList(),
                parts -> {
                  Collections.shuffle(parts, random);
                  return String.join("&", parts);
                }));
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String signed(String url, Map<String, String> fields) {
    String text =
        url
            + new TreeMap<>(fields)
                .entrySet().stream()
                    .map(field -> field.getKey() + field.getValue())
                    .collect(Collectors.joining());
    return Base64.getEncoder()
        .encodeToString(
            KeyedHash.sha1(
                TOKEN.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8)));
  }

  private static ChannelAccount read(String members) {
    String file =
        "{\"accounts\":[{\"provider\":\"twilio-sms\",\"account\":\"main\"," + members + "\"}]}";
    return ChannelAccountsReader.read(file.getBytes(StandardCharsets.UTF_8))
        .find(Provider.TWILIO_SMS, "main")
        .orElseThrow();
  }

  private static ChannelAccount account(String publicUrl, String... secrets) {
    return of("", publicUrl, secrets);
  }

  private static ChannelAccount of(String accountSid, String publicUrl, String... secrets) {
    return new ChannelAccount(
        new ChannelAccount.Name(Provider.TWILIO_WHATSAPP, "main"),
        Arrays.stream(secrets).map(Secret::new).toList(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(publicUrl),
        Optional.of(accountSid).filter(sid -> !sid.isEmpty()),
        List.of(),
        Set.of(),
        Optional.empty(),
        Map.of());
  }

  private static void assertVerified(
      ChannelAccount account, String target, String body, String signature) {
    assertThat(result(account, request(target, body, Optional.of(signature))))
        .as(body)
        .isEqualTo(new VerificationResult.Verified());
  }

  private static void assertRefused(
      Refusal why, ChannelAccount account, String target, String body, String signature) {
    assertThat(result(account, request(target, body, Optional.of(signature))))
        .as(target + ' ' + body)
        .isEqualTo(new VerificationResult.Refused(why));
  }

  private static VerificationResult result(ChannelAccount account, ApiRequest request) {
    return ProviderAdapter.of(
            Provider.TWILIO_SMS.definition(),
            page -> new CompletableFuture<>(),
            Webhooks.at("2026-01-01T00:00:00Z"))
        .verify(account, request)
        .join();
  }

  private static ApiRequest request(String target, String body, Optional<String> signature) {
    return new ApiRequest(
        "request-1",
        new Principal("anonymous", Set.of()),
        target,
        Map.of(),
        RequestTarget.parse(target).orElseThrow().query(),
        name -> name.equalsIgnoreCase("X-Twilio-Signature") ? signature : Optional.empty(),
        Optional.empty(),
        body.getBytes(StandardCharsets.UTF_8),
        TraceContext.NONE,
        Deadline.after(Duration.ofSeconds(5), System::nanoTime),
        new ByteBudget(0).open(),
        Webhooks.CONNECTION);
  }
}

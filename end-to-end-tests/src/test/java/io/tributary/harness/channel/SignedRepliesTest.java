package io.tributary.harness.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.twilio.security.RequestValidator;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import io.tributary.harness.store.PlainJson;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tests sign, others take for the providers' own. */
final class SignedRepliesTest {

  private static final Map<String, String> FIELDS =
      Map.of("From", "whatsapp:+447700900123", "Body", "caf\u00e9 & more", "ToState", "");

  /** The published example, so that the library's name is not all there is to it. */
  @Test
  void shouldSignAsTwilioDoes() {
    Map<String, String> fields =
        Map.of(
            "CallSid", "CA1234567890ABCDE",
            "Caller", "+14158675309",
            "Digits", "1234",
            "From", "+14158675309",
            "To", "+18005551212");
    assertThat(
            SignedReplies.signature("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", fields))
        .isEqualTo("RSOYDt4T1cUTdK1PDd93/VVr8B8=");

    Request request = SignedReplies.twilio("twilio-whatsapp", FIELDS);
    String url = "https://ingest.example.com/v1/channels/twilio-whatsapp/main";
    RequestValidator validator = new RequestValidator(ChannelAccounts.TWILIO_TOKEN);
    String signature = header(request, "X-Twilio-Signature");
    assertThat(validator.validate(url, FIELDS, signature)).isTrue();
    assertThat(validator.validate(url + "2", FIELDS, signature)).isFalse();
    assertThat(request.body()).contains("Body=caf%C3%A9+%26+more").contains("ToState=");
  }

  @Test
  void shouldSignMailsWithTheKeyOfTheAccount() throws Exception {
    Request request = SignedReplies.sendgrid(Map.of("text", "hello"));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initVerify(ChannelAccounts.SENDGRID_KEYS.getPublic());
    signature.update(
        (header(request, "X-Twilio-Email-Event-Webhook-Timestamp") + request.body())
            .getBytes(StandardCharsets.UTF_8));
    assertThat(
            signature.verify(
                Base64.getDecoder()
                    .decode(header(request, "X-Twilio-Email-Event-Webhook-Signature"))))
        .isTrue();
    assertThat(request.body())
        .isEqualTo(
            "--xYzZY\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhello\r\n--xYzZY--\r\n");
  }

  /** Whoever follows the proxy finds the certificate at its address, and it fits signatures. */
  @Test
  void shouldShowTheCertificateThatItSignsWith(@TempDir Path folder) throws Exception {
    try (FakeSns sns = FakeSns.start(folder)) {
      HttpClient client = client(sns);
      for (int version = 1; version <= 2; version++) {
        JsonNode told = PlainJson.tree(sns.notification("a mail", version).body());
        Signature signature = Signature.getInstance(version == 1 ? "SHA1withRSA" : "SHA256withRSA");
        try (InputStream pem =
            client
                .send(
                    HttpRequest.newBuilder(URI.create(told.path("SigningCertURL").asText()))
                        .build(),
                    BodyHandlers.ofInputStream())
                .body()) {
          signature.initVerify(CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        signature.update(canonical(told).getBytes(StandardCharsets.UTF_8));
        assertThat(signature.verify(Base64.getDecoder().decode(told.path("Signature").asText())))
            .isTrue();
      }
      client.send(
          HttpRequest.newBuilder(
                  URI.create(
                      PlainJson.tree(sns.subscription("/?Action=Confirm", 2).body())
                          .path("SubscribeURL")
                          .asText()))
              .build(),
          BodyHandlers.discarding());
      assertThat(sns.asked()).hasSize(3).last().isEqualTo("/?Action=Confirm");
      assertThat(sns.javaOptions()).contains("-Dhttps.proxyPort=" + port(sns));
    }
  }

  private static String canonical(JsonNode told) {
    StringBuilder text = new StringBuilder();
    for (String name :
        new String[] {"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"}) {
      text.append(name).append('\n').append(told.path(name).asText()).append('\n');
    }
    return text.toString();
  }

  private static HttpClient client(FakeSns sns) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("sns", sns.certificate());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder()
        .sslContext(tls)
        .proxy(
            ProxySelector.of(
                new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), Integer.parseInt(port(sns)))))
        .build();
  }

  private static String port(FakeSns sns) {
    return sns.javaOptions().replaceAll(".*proxyPort=([0-9]+) .*", "$1");
  }

  private static String header(Request request, String name) {
    return Objects.requireNonNull(request.headers().get(name));
  }
}

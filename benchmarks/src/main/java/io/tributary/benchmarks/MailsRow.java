package io.tributary.benchmarks;

import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Latency of readings beside mails of the worst kind, four at once of 250 KB, and without them. */
final class MailsRow {

  private static final double RATE = 200;
  private static final int AT_ONCE = 4;
  private static final int BYTES = 250_000;
  private static final String SHAPE = "<a ";
  private static final String ACCOUNTS =
      """
      {"accounts":[{"provider":"sendgrid","account":"main","public_keys":["%s"]}]}""";
  private static final String MAIL =
      """
      --b
      Content-Disposition: form-data; name="envelope"

      {"to":["r@company.example"],"from":"a@example.com"}
      --b
      Content-Disposition: form-data; name="headers"

      From: a@example.com
      Message-ID: <%d@example.com>
      --b
      Content-Disposition: form-data; name="html"

      %s
      --b--
      """
          .replace("\n", "\r\n");

  private final KeyPair keys;

  private MailsRow() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    keys = generator.generateKeyPair();
  }

  static void measure(Options options) throws Exception {
    new MailsRow().run(options);
  }

  private void run(Options options) throws Exception {
    Duration time = options.time(20);
    try (Bed bed = new Bed(options)) {
      Path accounts = bed.folder().resolve("accounts.json");
      String key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
      Files.writeString(accounts, ACCOUNTS.formatted(key));
      Files.setPosixFilePermissions(accounts, PosixFilePermissions.fromString("rw-------"));
      Child server = bed.gateway("--secrets-file", accounts.toString());
      Sender devices = bed.devices(server, ReadingRequests.SINGLE);
      Gateway gateway = Bed.gateway(server);
      Sender mails =
          new Sender(
              number -> gateway.send(mail(number)).thenApply(Gateway.Reply::isAccepted), AT_ONCE);
      new Comparison("mails")
          .product("beside mails", () -> beside(mails, devices, time))
          .limit("alone", () -> readings(devices, time))
          .run(options);
    }
  }

  private static Map<String, Double> beside(Sender mails, Sender devices, Duration time)
      throws Exception {
    CompletableFuture<?> sending = mails.start(Double.POSITIVE_INFINITY, time);
    Map<String, Double> figures = readings(devices, time);
    sending.join();
    return figures;
  }

  private static Map<String, Double> readings(Sender devices, Duration time) throws Exception {
    return Results.of(devices.run(RATE, time).latency());
  }

  private Call mail(long number) {
    String body = MAIL.formatted(number, SHAPE.repeat(BYTES / SHAPE.length()));
    String time = Long.toString(System.currentTimeMillis() / 1000);
    Map<String, String> headers =
        Map.of(
            "Content-Type",
            "multipart/form-data; boundary=b",
            "X-Twilio-Email-Event-Webhook-Timestamp",
            time,
            "X-Twilio-Email-Event-Webhook-Signature",
            signature(time + body));
    return new Call("POST", "/v1/channels/sendgrid/main", headers, body);
  }

  private String signature(String signed) {
    try {
      Signature signer = Signature.getInstance("SHA256withECDSA");
      signer.initSign(keys.getPrivate());
      signer.update(signed.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.tributary.benchmarks.gateway;

import io.tributary.benchmarks.process.Child;
import io.tributary.benchmarks.process.Machine;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Measures requests of devices beside mails of the worst kind: four at once of 250 KB, signed,
 * again and again. The limit is the same gateway without mails.
 */
public final class MailReport {

  private static final int CONNECTIONS = 32;
  private static final double PER_SECOND = 200;
  private static final Duration TIME = Duration.ofSeconds(20);
  private static final int AT_ONCE = 4;
  private static final int BYTES = 250_000;
  private static final String SHAPE = "<a ";

  private final KeyPair keys;
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger mails = new AtomicInteger();
  private volatile boolean sending;
  private long sent;

  private MailReport() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    keys = generator.generateKeyPair();
  }

  /** Takes no arguments; to be run in the project's folder. */
  public static void main(String[] words) throws Exception {
    System.out.printf("%s%n%s%n", MailReport.class.getName(), Machine.describe());
    new MailReport().run();
    System.exit(0);
  }

  private void run() throws Exception {
    Path folder = Files.createTempDirectory("tributary-benchmark");
    Path accounts = folder.resolve("accounts.json");
    String key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
    Files.writeString(
        accounts,
        "{\"accounts\":[{\"provider\":\"sendgrid\",\"account\":\"main\",\"public_keys\":[\""
            + key
            + "\"]}]}");
    Files.setPosixFilePermissions(accounts, PosixFilePermissions.fromString("rw-------"));
    try (Child broker = Child.broker(folder.resolve("kafka"));
        Cluster cluster = Cluster.prepare(ServerChild.settings(broker.endpoint()));
        Child gateway =
            Child.java(
                List.of("-Xmx512m"),
                Ambient.jvmProperty("java.class.path", ""),
                List.of(
                    ServerChild.class.getName(),
                    "gateway",
                    broker.endpoint(),
                    "secrets.file=" + accounts))) {
      HostPort address = HostPort.parse(gateway.endpoint());
      LoadClient client = new LoadClient(address.address(), (number, due, at) -> {});
      round(client);
      Round idle = round(client);
      CompletableFuture<Void> sender = begin(address);
      round(client);
      Round loaded = round(client);
      sending = false;
      sender.join();
      print("alone", idle);
      print("beside mails", loaded);
      System.out.printf(
          "ratio of p99 %.2f; mails %d, load %s%n",
          (double) p99(loaded) / p99(idle), mails.get(), Machine.load());
    }
  }

  private Round round(LoadClient client) {
    Round round = client.run(Workload.SINGLE, CONNECTIONS, new Pace(PER_SECOND, TIME), sent);
    sent += round.answered() + round.failed();
    if (round.failed() > 0) {
      throw new IllegalStateException(round.failed() + " readings were not accepted");
    }
    return round;
  }

  private static long p99(Round round) {
    return round.latency().getValueAtPercentile(99);
  }

  private static void print(String what, Round round) {
    System.out.printf(
        "%s: %d requests, p50 %.1f, p99 %.1f ms%n",
        what, round.answered(), round.latency().getValueAtPercentile(50) / 1e6, p99(round) / 1e6);
  }

  private CompletableFuture<Void> begin(HostPort address) {
    sending = true;
    URI uri = URI.create("http://" + address + "/v1/channels/sendgrid/main");
    return CompletableFuture.runAsync(
        () -> {
          while (sending) {
            CompletableFuture.allOf(
                    IntStream.range(0, AT_ONCE)
                        .mapToObj(mail -> send(uri))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
          }
        });
  }

  private CompletableFuture<Void> send(URI uri) {
    byte[] body = mail(mails.incrementAndGet());
    String time = Long.toString(System.currentTimeMillis() / 1000);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "multipart/form-data; boundary=b")
            .header("X-Twilio-Email-Event-Webhook-Timestamp", time)
            .header("X-Twilio-Email-Event-Webhook-Signature", signature(time, body))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    return http.sendAsync(request, BodyHandlers.ofString())
        .thenAccept(
            answer -> {
              if (answer.statusCode() != 200) {
                throw new IllegalStateException("a mail got " + answer.statusCode());
              }
            });
  }

  private static byte[] mail(int number) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String[] fields = {
      "envelope",
      "{\"to\":[\"r@company.example\"],\"from\":\"a@example.com\"}",
      "headers",
      "From: a@example.com\nMessage-ID: <" + number + "@example.com>",
      "html",
      SHAPE.repeat(BYTES / SHAPE.length())
    };
    for (int i = 0; i < fields.length; i += 2) {
      String part =
          "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
              .formatted(fields[i], fields[i + 1]);
      body.writeBytes(part.getBytes(StandardCharsets.UTF_8));
    }
    body.writeBytes("--b--\r\n".getBytes(StandardCharsets.UTF_8));
    return body.toByteArray();
  }

  private String signature(String time, byte[] body) {
    try {
      Signature signer = Signature.getInstance("SHA256withECDSA");
      signer.initSign(keys.getPrivate());
      signer.update(time.getBytes(StandardCharsets.UTF_8));
      signer.update(body);
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}

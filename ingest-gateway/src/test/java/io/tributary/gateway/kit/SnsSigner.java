package io.tributary.gateway.kit;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/** Signs as SNS does, with a certificate of its own, and shows it at the address of SNS. */
public final class SnsSigner {

  /** Where SNS shows its certificates. */
  public static final String CERTIFICATE =
      "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem";

  private static final String PASSWORD = "fake-password";
  private static final List<String> NOTIFICATION =
      List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type");
  private static final List<String> SUBSCRIPTION =
      List.of("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type");

  private final PrivateKey key;
  private final String pem;
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  private volatile boolean failing;

  private SnsSigner(PrivateKey key, String pem) {
    this.key = key;
    this.pem = pem;
  }

  /** A signer whose certificate is for that host. */
  public static SnsSigner named(String host) throws Exception {
    Path folder = Files.createTempDirectory("sns");
    Path store = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "sns",
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=" + host,
                "-startdate",
                "2020/01/01",
                "-validity",
                "36500",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(folder.resolve("log")));
    }
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    String base64 =
        Base64.getMimeEncoder(64, new byte[] {'\n'})
            .encodeToString(keys.getCertificate("sns").getEncoded());
    return new SnsSigner(
        (PrivateKey) keys.getKey("sns", PASSWORD.toCharArray()),
        "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n");
  }

  /** A page of SNS: the certificate, whatever is asked for. */
  public CompletableFuture<byte[]> page(URI address) {
    asked.add(address.toString());
    return failing
        ? CompletableFuture.failedFuture(new IOException("no way"))
        : CompletableFuture.completedFuture(pem.getBytes(StandardCharsets.UTF_8));
  }

  /** From now on no page can be had, or each. */
  public void fail(boolean now) {
    failing = now;
  }

  /** The pages that were asked for, in order. */
  public List<String> asked() {
    return List.copyOf(asked);
  }

  /** Members of a notification at that time. */
  public static Map<String, String> notification(String topic, String time, String message) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("Type", "Notification");
    members.put("MessageId", "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324");
    members.put("TopicArn", topic);
    members.put("Subject", "Amazon SES Email Receipt Notification");
    members.put("Message", message);
    members.put("Timestamp", time);
    return members;
  }

  /** Members of the message that asks for a subscription's confirmation. */
  public static Map<String, String> subscription(String topic, String time, String page) {
    Map<String, String> members = notification(topic, time, "You have chosen to subscribe");
    members.remove("Subject");
    members.put("Type", "SubscriptionConfirmation");
    members.put("Token", "2336412f37");
    members.put("SubscribeURL", page);
    return members;
  }

  /** A body of these members, signed so. */
  public String signed(Map<String, String> members, int version) throws Exception {
    StringBuilder canonical = new StringBuilder();
    List<String> names = members.containsKey("Token") ? SUBSCRIPTION : NOTIFICATION;
    new TreeMap<>(members)
        .forEach(
            (name, value) -> {
              if (names.contains(name)) {
                canonical.append(name).append('\n').append(value).append('\n');
              }
            });
    Signature signature = Signature.getInstance(version == 1 ? "SHA1withRSA" : "SHA256withRSA");
    signature.initSign(key);
    signature.update(canonical.toString().getBytes(StandardCharsets.UTF_8));
    Map<String, String> all = new LinkedHashMap<>();
    all.put("SigningCertURL", CERTIFICATE);
    all.putAll(members);
    all.put("SignatureVersion", "" + version);
    all.put("Signature", Base64.getEncoder().encodeToString(signature.sign()));
    return json(all);
  }

  private static String json(Map<String, String> members) {
    return members.entrySet().stream()
        .map(
            member ->
                "\"%s\":\"%s\""
                    .formatted(
                        member.getKey(),
                        member.getValue().replace("\\", "\\\\").replace("\"", "\\\"")))
        .collect(Collectors.joining(",", "{", "}"));
  }
}

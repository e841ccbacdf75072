package io.tributary.harness.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Amazon SNS as far as a gateway sees it: signs messages, and is a proxy that shows its certificate
 * and takes confirmations as {@code https://sns.eu-west-1.amazonaws.com}. Processes with {@link
 * #javaOptions} take it for that host.
 */
public final class FakeSns implements AutoCloseable {

  private static final String HOST = "sns.eu-west-1.amazonaws.com";

  /** Whose certificates sign messages, whatever host shows them. */
  private static final String SIGNER = "sns.amazonaws.com";

  private static final String CERTIFICATE = "/SimpleNotificationService-1.pem";
  private static final String PASSWORD = "fake-password";
  private static final List<String> SIGNED =
      List.of(
          "Message",
          "MessageId",
          "Subject",
          "SubscribeURL",
          "Timestamp",
          "Token",
          "TopicArn",
          "Type");

  private final KeyStore keys;
  private final Path trusted;
  private final SSLContext tls;
  private final ServerSocket proxy;
  private final ExecutorService connections =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "fake-sns");
            thread.setDaemon(true);
            return thread;
          });
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();

  private FakeSns(Path folder) throws IOException, GeneralSecurityException {
    Path store = folder.resolve("keys.p12");
    makeKey(store);
    keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    trusted = folder.resolve("trusted.p12");
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, null);
    certificates.setCertificateEntry("sns", certificate());
    try (OutputStream file = Files.newOutputStream(trusted)) {
      certificates.store(file, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, PASSWORD.toCharArray());
    tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    connections.execute(this::listen);
  }

  /** Makes a key and a certificate in a folder, and listens. */
  public static FakeSns start(Path folder) {
    try {
      Files.createDirectories(folder);
      return new FakeSns(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a process must be started with that is to take this for SNS. */
  public String javaOptions() {
    return "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=%d -Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
        .formatted(proxy.getLocalPort(), trusted.toAbsolutePath(), PASSWORD);
  }

  /** Paths with queries that were asked for, in order. */
  public List<String> asked() {
    return List.copyOf(asked);
  }

  /**
   * What SES tells of a mail, or of anything else, signed now.
   *
   * @param version 1 or 2 of SNS's signatures
   */
  public Request notification(String message, int version) {
    Map<String, String> members = members("Notification", message);
    members.put("Subject", "Amazon SES Email Receipt Notification");
    return signed(members, version);
  }

  /** The question whether the endpoint wants the topic; the answer is to ask for that path. */
  public Request subscription(String path, int version) {
    Map<String, String> members =
        members("SubscriptionConfirmation", "You have chosen to subscribe");
    members.put("Token", "fake-token");
    members.put("SubscribeURL", "https://" + HOST + path);
    return signed(members, version);
  }

  @Override
  public void close() {
    try {
      proxy.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    connections.shutdownNow();
  }

  private static Map<String, String> members(String type, String message) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("Type", type);
    members.put("MessageId", "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324");
    members.put("TopicArn", ChannelAccounts.SES_TOPIC);
    members.put("Message", message);
    members.put("Timestamp", Instant.ofEpochMilli(Instant.now().toEpochMilli()).toString());
    members.put("SigningCertURL", "https://" + HOST + CERTIFICATE);
    return members;
  }

  private Request signed(Map<String, String> members, int version) {
    String text =
        new TreeMap<>(members)
            .entrySet().stream()
                .filter(member -> SIGNED.contains(member.getKey()))
                .map(member -> member.getKey() + "\n" + member.getValue() + "\n")
                .collect(Collectors.joining());
    members.put("SignatureVersion", Integer.toString(version));
    members.put("Signature", signature(text, version == 1 ? "SHA1withRSA" : "SHA256withRSA"));
    Map<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", "text/plain; charset=UTF-8");
    headers.put("x-amz-sns-message-type", members.getOrDefault("Type", ""));
    return Request.post("/v1/channels/ses/" + ChannelAccounts.MAIN, headers, json(members));
  }

  private static String json(Map<String, String> members) {
    try {
      return new ObjectMapper().writeValueAsString(members);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private String signature(String text, String algorithm) {
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign((PrivateKey) keys.getKey("sns", PASSWORD.toCharArray()));
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  Certificate certificate() throws GeneralSecurityException {
    return keys.getCertificate("sns");
  }

  private static void makeKey(Path store) throws IOException {
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
                "CN=" + SIGNER,
                "-ext",
                "SAN=dns:" + HOST + ",dns:" + SIGNER,
                "-validity",
                "3650",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(store.resolveSibling("keytool.log").toFile())
            .start();
    try {
      if (keytool.waitFor() != 0) {
        throw new IOException(Files.readString(store.resolveSibling("keytool.log")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void listen() {
    while (!proxy.isClosed()) {
      try {
        Socket connection = proxy.accept();
        connections.execute(() -> serve(connection));
      } catch (IOException e) {
        // closed, or somebody who has gone again
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      String wanted = firstLine(connection);
      boolean known = wanted.equals("CONNECT " + HOST + ":443 HTTP/1.1");
      say(connection, known ? "HTTP/1.1 200 OK\r\n\r\n" : "HTTP/1.1 502 Bad Gateway\r\n\r\n");
      if (known) {
        serveSecurely(
            (SSLSocket) tls.getSocketFactory().createSocket(connection, HOST, 443, false));
      }
    } catch (IOException | GeneralSecurityException e) {
      asked.add("failed: " + e);
    }
  }

  private void serveSecurely(SSLSocket connection) throws IOException, GeneralSecurityException {
    connection.setUseClientMode(false);
    String path = firstLine(connection).split(" ", -1)[1];
    asked.add(path);
    String page =
        path.equals(CERTIFICATE)
            ? "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                    .encodeToString(certificate().getEncoded())
                + "\n-----END CERTIFICATE-----\n"
            : "<ConfirmSubscriptionResponse/>";
    say(
        connection,
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + page.length() + "\r\n\r\n");
    say(connection, page);
    connection.close();
  }

  /** Of a head, which is read to its end. */
  private static String firstLine(Socket connection) throws IOException {
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1), 1);
    String first = reader.readLine();
    String next = first;
    while (next != null && !next.isEmpty()) {
      next = reader.readLine();
    }
    if (first == null) {
      throw new IOException("said nothing");
    }
    return first;
  }

  private static void say(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    connection.getOutputStream().flush();
  }
}

package io.tributary.harness.channel;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Makes tokens as Microsoft's Bot Framework does, and serves the key that they are signed with. */
public final class BotFramework implements AutoCloseable {

  private static final int KEY_BITS = 2048;
  private static final long LIFE_SECONDS = 3600;

  private final KeyPair keys;
  private final HttpServer server;

  private BotFramework(KeyPair keys, HttpServer server) {
    this.keys = keys;
    this.server = server;
  }

  /** Serves on a port of its own. */
  public static BotFramework start() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(KEY_BITS);
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      BotFramework framework = new BotFramework(generator.generateKeyPair(), server);
      framework.serve("/openid", "{\"jwks_uri\":\"" + framework.address("/keys") + "\"}");
      framework.serve("/keys", framework.keySet());
      server.start();
      return framework;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the OpenID configuration is. */
  public URI openid() {
    return address("/openid");
  }

  /** A token for an app and for activities of a service URL, good for an hour. */
  public String token(String appId, String serviceUrl) {
    long now = Instant.now().getEpochSecond();
    String signed =
        base64(
                "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"fake-key\"}"
                    .getBytes(StandardCharsets.UTF_8))
            + "."
            + base64(
                """
                {"iss":"https://api.botframework.com","aud":"%s","serviceurl":"%s",\
                "nbf":%d,"exp":%d}"""
                    .formatted(appId, serviceUrl, now, now + LIFE_SECONDS)
                    .getBytes(StandardCharsets.UTF_8));
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(signed.getBytes(StandardCharsets.UTF_8));
      return signed + "." + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private String keySet() {
    RSAPublicKey key = (RSAPublicKey) keys.getPublic();
    return """
        {"keys":[{"kty":"RSA","use":"sig","kid":"fake-key","n":"%s","e":"%s",
         "endorsements":["msteams"]}]}"""
        .formatted(number(key.getModulus()), number(key.getPublicExponent()));
  }

  /** Without the zero byte that a sign may need. */
  private static String number(BigInteger number) {
    byte[] bytes = number.toByteArray();
    int from = bytes[0] == 0 ? 1 : 0;
    return base64(Arrays.copyOfRange(bytes, from, bytes.length));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private void serve(String path, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }
}

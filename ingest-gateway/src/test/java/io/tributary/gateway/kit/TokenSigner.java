package io.tributary.gateway.kit;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Signs tokens, and lists its keys on the loopback as the Bot Framework lists its own. */
public final class TokenSigner implements AutoCloseable {

  private static final String KEYS = "/keys";
  private static final int OK = 200;
  private static final int FAILURE = 500;

  private final HttpServer server;
  private final List<String> listed = new CopyOnWriteArrayList<>();
  private volatile boolean failing;
  private volatile int padding;

  private TokenSigner() throws IOException {
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String keys = "http://127.0.0.1:" + server.getAddress().getPort() + KEYS;
    serve("/openid", () -> "{\"issuer\":\"x\",\"jwks_uri\":\"" + keys + "\"}");
    serve(KEYS, () -> "{\"keys\":[" + String.join(",", listed) + " ".repeat(padding) + "]}");
  }

  /** A signer that lists no key yet. */
  public static TokenSigner start() throws IOException {
    TokenSigner signer = new TokenSigner();
    signer.server.start();
    return signer;
  }

  private interface Page {
    String text();
  }

  private void serve(String path, Page page) {
    server.createContext(
        path,
        exchange -> {
          byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(failing ? FAILURE : OK, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  /** A new key of that id, which is not listed. */
  public static RSAKey key(String id) throws JOSEException {
    return new RSAKeyGenerator(2048).keyID(id).generate();
  }

  /** Lists a key with those channels; without any the member is left out. */
  public TokenSigner list(RSAKey key, String... endorsements) {
    Map<String, Object> json = key.toPublicJWK().toJSONObject();
    String members =
        json.entrySet().stream()
            .map(member -> "\"%s\":\"%s\"".formatted(member.getKey(), member.getValue()))
            .collect(Collectors.joining(","));
    String endorsed =
        endorsements.length == 0
            ? ""
            : ",\"endorsements\":[\"" + String.join("\",\"", endorsements) + "\"]";
    listed.add('{' + members + endorsed + '}');
    return this;
  }

  /** A token with these claims, signed with RS256. */
  public static String token(RSAKey key, JWTClaimsSet claims) throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims);
    token.sign(new RSASSASigner(key));
    return token.serialize();
  }

  /** From now on every page is an error, or not. */
  public void fail(boolean now) {
    failing = now;
  }

  /** From now on the page of keys has so many blanks. */
  public void pad(int blanks) {
    padding = blanks;
  }

  /** The address of its configuration. */
  public String openidUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/openid";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

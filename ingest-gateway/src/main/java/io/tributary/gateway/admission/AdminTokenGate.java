package io.tributary.gateway.admission;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.SettingsException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Admits operators by bearer token. The setting may hold two tokens with a comma between them, so
 * that one can take the other's place.
 */
public final class AdminTokenGate implements Gate {

  private static final String SCHEME = "Bearer ";

  private static final int MOST_TOKENS = 2;

  private final List<byte[]> digests;

  /** Takes the setting's text; {@link SettingsException} when it is not one or two tokens. */
  public AdminTokenGate(Secret setting) {
    List<String> tokens =
        Arrays.stream(setting.reveal().split(",", -1)).map(String::strip).toList();
    if (tokens.size() > MOST_TOKENS || tokens.stream().anyMatch(String::isEmpty)) {
      throw new SettingsException("admin.token must be a token, or two with a comma between them");
    }
    this.digests = tokens.stream().map(AdminTokenGate::digest).toList();
  }

  @Override
  public CompletableFuture<Admission> admit(Credentials credentials) {
    return CompletableFuture.completedFuture(
        credentials
            .header("authorization")
            .map(this::decide)
            .orElseGet(
                () ->
                    Admission.refused(
                        ErrorCode.MISSING_TOKEN, "an Authorization header is required")));
  }

  private Admission decide(String authorization) {
    if (!authorization.startsWith(SCHEME)) {
      return Admission.refused(
          ErrorCode.UNAUTHORIZED, "the Authorization header must be a Bearer token");
    }
    return isKnown(authorization.substring(SCHEME.length()))
        ? new Admission.Admitted("admin")
        : Admission.refused(ErrorCode.INVALID_TOKEN, "the token is not valid");
  }

  /** Compares digests of one length, all of them always, so that time tells nothing. */
  private boolean isKnown(String token) {
    byte[] offered = digest(token);
    boolean known = false;
    for (byte[] digest : digests) {
      known |= MessageDigest.isEqual(digest, offered);
    }
    return known;
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.tributary.storm;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.traffic.Credentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;

/** Credentials of a storm's pipeline, as files and variables for its services. */
final class Secrets {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Credentials credentials;
  private final Path folder;

  private Secrets(Credentials credentials, Path folder) {
    this.credentials = credentials;
    this.folder = folder;
  }

  /** Writes the files of tokens and channel accounts. */
  static Secrets in(Path folder, Credentials credentials, String accounts) throws IOException {
    Files.createDirectories(folder);
    Secrets secrets = new Secrets(credentials, folder);
    ObjectNode file = JSON.createObjectNode();
    ObjectNode token = file.putArray("tokens").addObject();
    token.put("name", "storm").put("sha256", sha256(credentials.serviceToken()));
    ArrayNode grants = token.putArray("grants");
    for (String family : new String[] {"devices", "tenants", "outreach", "history", "inbox"}) {
      grants.addObject().put("family", family).put("tenant", "*");
    }
    Files.writeString(secrets.tokens(), file.toString());
    Files.writeString(secrets.accounts(), accounts);
    return secrets;
  }

  Credentials credentials() {
    return credentials;
  }

  /** Variables of the services' environment. */
  Map<String, String> environment() {
    return Map.of(
        "TRIBUTARY_ADMIN_TOKEN", credentials.adminToken(),
        "TRIBUTARY_API_KEY_PEPPER", "fake-pepper-of-a-storm-only",
        "TRIBUTARY_CONFIRMATION_KEY", "fake-confirmation-key-of-a-storm",
        "TRIBUTARY_SERVICE_TOKENS_FILE", tokens().toString(),
        "TRIBUTARY_SECRETS_FILE", accounts().toString());
  }

  private Path tokens() {
    return folder.resolve("service-tokens.json");
  }

  private Path accounts() {
    return folder.resolve("channel-accounts.json");
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}

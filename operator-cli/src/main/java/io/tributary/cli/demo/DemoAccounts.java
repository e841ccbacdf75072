package io.tributary.cli.demo;

import io.tributary.gateway.settings.GatewaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The file of channel accounts of a demonstration, which is gone when it ends. */
public final class DemoAccounts implements AutoCloseable {

  private final Path file;

  private DemoAccounts(Path file) {
    this.file = file;
  }

  public static DemoAccounts inTemporaryFile() throws IOException {
    Path file = Files.createTempFile("tributary-demo-accounts-", ".json");
    Files.writeString(
        file, "{\"accounts\": [" + DemoChannels.ACCOUNTS + ',' + DemoReplies.ACCOUNTS + "]}");
    return new DemoAccounts(file);
  }

  public Map<String, String> settings() {
    return Map.of(GatewaySettings.SECRETS_FILE.key(), file.toString());
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}

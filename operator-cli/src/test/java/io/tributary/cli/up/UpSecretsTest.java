package io.tributary.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.cli.process.CommandException;
import io.tributary.runtime.ambient.Ambient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpSecretsTest {

  private final Ambient ambient = Ambient.system();
  private final Path folder;

  UpSecretsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void shouldMakeSecretsOnceAndUseThemAgain() throws IOException {
    UpSecrets first = UpSecrets.in(folder, ambient);
    UpSecrets second = UpSecrets.in(folder, ambient);

    assertThat(second).isEqualTo(first);
    assertThat(first.adminToken()).matches("[0-9a-f]{64}").isNotEqualTo(first.serviceToken());
    assertThat(first.apiKeyPepper()).matches("[0-9a-f]{64}").isNotEqualTo(first.confirmationKey());
  }

  @Test
  void shouldTellTokensAloneAndMakeNone() throws IOException {
    assertThatThrownBy(() -> UpSecrets.tokens(folder))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("has no tokens; `tributary up --data " + folder + "` makes them");
    assertThat(folder).isEmptyDirectory();

    UpSecrets secrets = UpSecrets.in(folder, ambient);

    assertThat(UpSecrets.tokens(folder))
        .containsExactly(
            entry("ADMIN_TOKEN", secrets.adminToken()),
            entry("SERVICE_TOKEN", secrets.serviceToken()));
  }

  @Test
  void shouldLetOnlyTheOwnerReadTheFile() throws IOException {
    UpSecrets secrets = UpSecrets.in(folder, ambient);

    Path file = folder.resolve("secrets.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly("admin_token", "api_key_pepper", "confirmation_key", "service_token");
    assertThat(json.path("api_key_pepper").asText()).isEqualTo(secrets.apiKeyPepper());
  }

  @Test
  void shouldKeepWhatIsThereAndAddWhatIsMissing() throws IOException {
    Files.writeString(folder.resolve("secrets.json"), "{\"api_key_pepper\":\"fake-pepper\"}");

    UpSecrets secrets = UpSecrets.in(folder, ambient);

    assertThat(secrets.apiKeyPepper()).isEqualTo("fake-pepper");
    assertThat(UpSecrets.in(folder, ambient)).isEqualTo(secrets);
  }

  @Test
  void shouldRefuseAFileThatIsNoJson() throws IOException {
    Files.writeString(folder.resolve("secrets.json"), "admin_token=fake");

    assertThatThrownBy(() -> UpSecrets.in(folder, ambient))
        .isInstanceOf(CommandException.class)
        .hasMessageEndingWith("secrets.json is not a JSON object of texts");
  }

  @Test
  void shouldNotShowSecrets() throws IOException {
    assertThat(UpSecrets.in(folder, ambient)).hasToString("UpSecrets(secret)");
  }
}

package io.tributary.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.tributary.operations.OperationException;
import io.tributary.runtime.context.RuntimeContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpSecretsTest {

  private final RuntimeContext runtime = RuntimeContext.system();
  private final Path folder;

  UpSecretsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void shouldMakeTheMissingOnesOnceAndUseThemAgain() throws IOException {
    Map<String, String> first = secrets("admin_token", "api_key_pepper");

    assertThat(secrets("admin_token", "api_key_pepper")).isEqualTo(first);
    assertThat(first).hasSize(2);
    assertThat(first.values())
        .doesNotHaveDuplicates()
        .allMatch(text -> text.matches("[0-9a-f]{64}"));
    assertThat(Files.readString(folder.resolve("secrets.json"))).doesNotContain("service_token");
    assertThat(secrets("service_token", "api_key_pepper"))
        .containsKey("service_token")
        .containsEntry("api_key_pepper", first.get("api_key_pepper"));
  }

  @Test
  void shouldAcceptOnlyIssuedTokens() throws IOException {
    assertThatThrownBy(() -> UpSecrets.tokens(folder))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("has no tokens; `tributary up --data " + folder + "` makes them");
    assertThat(folder).isEmptyDirectory();

    String token = secrets("api_key_pepper", "service_token").get("service_token");

    assertThat(UpSecrets.tokens(folder))
        .containsExactly(entry("SERVICE_TOKEN", token), entry("TRIBUTARY_SERVICE_TOKEN", token));
  }

  @Test
  void shouldRefuseAFileThatIsNoJson() throws IOException {
    Path file = Files.writeString(folder.resolve("secrets.json"), "admin_token=fake");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    assertThatThrownBy(() -> secrets("admin_token"))
        .isInstanceOf(OperationException.class)
        .hasMessageEndingWith("secrets.json is not a JSON object of texts");
  }

  private Map<String, String> secrets(String... names) throws IOException {
    return UpSecrets.in(folder, List.of(names), runtime);
  }
}

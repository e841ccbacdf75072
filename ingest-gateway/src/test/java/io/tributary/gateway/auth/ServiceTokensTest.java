package io.tributary.gateway.auth;

import static io.tributary.gateway.kit.TokenFile.entry;
import static io.tributary.gateway.kit.TokenFile.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.kit.TokenFile;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Family;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class ServiceTokensTest {

  private Path folder;
  private Path path;
  private final List<ReloadableFile<ServiceTokens>> started = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @BeforeEach
  void listen(@TempDir Path temporary) {
    folder = temporary;
    path = folder.resolve("tokens.json");
    logged.start();
    ((Logger) LoggerFactory.getLogger(ReloadableFile.class)).addAppender(logged);
  }

  @AfterEach
  void close() throws Exception {
    ((Logger) LoggerFactory.getLogger(ReloadableFile.class)).detachAppender(logged);
    for (ReloadableFile<ServiceTokens> file : started) {
      file.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
    }
  }

  @Test
  void shouldRefuseToStartWithAFileThatCannotBeUsed() throws Exception {
    assertRefused("cannot be read");
    Files.createDirectory(path);
    assertRefused("cannot be read");
    Files.delete(path);
    TokenFile.write(path, "{}");
    assertRefused("tokens[0].sha256 is required");
    TokenFile.write(path, entry("a", "fake-a", "history:x", "nothing:x"));
    assertRefused("tokens[0].grants[1].family must be one of");
  }

  @Test
  void shouldKnowNoTokenWithoutAFile() throws Exception {
    ReloadableFile<ServiceTokens> none = started(Optional.empty());

    assertThat(admission(none, "fake-a"))
        .isEqualTo(AuthResult.refused(ErrorCode.INVALID_TOKEN, "the token is not valid"));
    assertThat(none.isBroken()).isFalse();
  }

  @Test
  void shouldDistinguishUnknownTokensFromTokensWithoutAGrant() throws Exception {
    TokenFile.write(path, entry("a", "fake-a", "history:x", "history:y"), entry("b", "fake-b"));
    ReloadableFile<ServiceTokens> file = started(Optional.of(path));

    assertThat(admission(file, "fake-a"))
        .isEqualTo(new AuthResult.Admitted(new Principal("a", Set.of("x", "y"))));
    assertThat(admission(file, "fake-b"))
        .isEqualTo(AuthResult.refused(ErrorCode.FORBIDDEN, "the token has no grant for history"));
    assertThat(admission(file, "fake-A"))
        .isEqualTo(AuthResult.refused(ErrorCode.INVALID_TOKEN, "the token is not valid"));
  }

  @Test
  void shouldSeeAnEditThatLeavesSizeAndTimeAlone() throws Exception {
    // Given
    TokenFile.write(path, entry("a", "fake-a", "history:x"));
    FileTime time = Files.getLastModifiedTime(path);
    ReloadableFile<ServiceTokens> file = started(Optional.of(path));

    // When
    Path beside = folder.resolve("beside.json");
    TokenFile.write(beside, entry("a", "fake-b", "history:x"));
    Files.setLastModifiedTime(beside, time);
    assertThat(Files.size(beside)).isEqualTo(Files.size(path));
    Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE);

    // Then
    soon().until(() -> isKnown(file, "fake-b"));
    assertThat(isKnown(file, "fake-a")).isFalse();
  }

  @Test
  void shouldSeeALinkThatLeadsElsewhere() throws Exception {
    // Given: the file is a link into a link to a folder, as mounted secrets are
    for (String version : new String[] {"one", "two"}) {
      Files.createDirectory(folder.resolve(version));
      TokenFile.write(
          folder.resolve(version).resolve("tokens.json"),
          entry("a", "fake-" + version, "history:x"));
    }
    Files.createSymbolicLink(folder.resolve("data"), Path.of("one"));
    Files.createSymbolicLink(path, Path.of("data", "tokens.json"));
    ReloadableFile<ServiceTokens> file = started(Optional.of(path));
    assertThat(isKnown(file, "fake-one")).isTrue();

    // When
    Files.createSymbolicLink(folder.resolve("next"), Path.of("two"));
    Files.move(folder.resolve("next"), folder.resolve("data"), StandardCopyOption.ATOMIC_MOVE);

    // Then
    soon().until(() -> isKnown(file, "fake-two"));
    assertThat(isKnown(file, "fake-one")).isFalse();
  }

  @Test
  void shouldKeepTheLastGoodTokensAndSaySoOncePerChange() throws Exception {
    // Given
    String good = text(entry("a", "fake-a", "history:x"));
    TokenFile.replace(path, good);
    ReloadableFile<ServiceTokens> file = started(Optional.of(path));

    // When, Then: broken, and left so for several looks
    TokenFile.replace(path, "{\"tokens\":[{\"name\":\"secret-looking\"");
    soon().until(file::isBroken);
    await()
        .during(Duration.ofMillis(1200))
        .atMost(Duration.ofMinutes(1))
        .until(() -> isKnown(file, "fake-a"));
    assertThat(alarms()).hasSize(1);
    assertThat(alarms().get(0))
        .contains(path.toString())
        .contains("well-formed")
        .doesNotContain("looking");

    // When, Then: broken in another way, then gone
    TokenFile.write(path, entry("a", "fake-b", "nobody:x"));
    soon().until(() -> alarms().size() == 2);
    Files.delete(path);
    soon().until(() -> alarms().size() == 3);
    await()
        .during(Duration.ofMillis(1200))
        .atMost(Duration.ofMinutes(1))
        .until(() -> isKnown(file, "fake-a"));
    assertThat(alarms()).hasSize(3);
    assertThat(isKnown(file, "fake-b")).isFalse();

    // When, Then: an error within the reader
    TokenFile.write(path, entry("a", "fake-b", "history:bug"));
    soon().until(() -> alarms().size() == 4);

    // When, Then: as it was
    TokenFile.replace(path, good);
    soon().until(() -> !file.isBroken());
    assertThat(isKnown(file, "fake-a")).isTrue();
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofMinutes(1));
  }

  private List<String> alarms() {
    return List.copyOf(logged.list).stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(message -> message.contains("from before count on"))
        .toList();
  }

  private ReloadableFile<ServiceTokens> started(Optional<Path> file) {
    ReloadableFile<ServiceTokens> tokens =
        ServiceTokens.file(file, Map.of(Family.HISTORY, ServiceTokensTest::requireNoBug));
    started.add(tokens);
    tokens.start();
    return tokens;
  }

  private static Optional<String> requireNoBug(String tenant, NavigableSet<String> before) {
    if (tenant.equals("bug")) {
      throw new StackOverflowError();
    }
    return Optional.empty();
  }

  private void assertRefused(String rule) {
    assertThatThrownBy(() -> started(Optional.of(path)))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("service.tokens.file " + path + ": ")
        .hasMessageContaining(rule);
  }

  private static boolean isKnown(ReloadableFile<ServiceTokens> file, String token) {
    return admission(file, token) instanceof AuthResult.Admitted;
  }

  private static AuthResult admission(ReloadableFile<ServiceTokens> file, String token) {
    return new ServiceTokenAuthenticator(Family.HISTORY, file)
        .authenticate(header -> Optional.of("Bearer " + token))
        .join();
  }
}

package io.tributary.gateway.admission;

import io.tributary.gateway.admission.ServiceTokens.ServiceToken;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service tokens of a file, as it is now: it is read again and again, and its bytes compared,
 * because neither its time stamp nor its folder tells of every change. A file that breaks later
 * opens and closes nothing: the tokens from before count until it is mended.
 */
public final class ServiceTokenFile implements Component {

  private static final Logger log = LoggerFactory.getLogger(ServiceTokenFile.class);
  private static final long PERIOD_MS = 500;
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final Optional<Path> file;
  private final Map<Family, GrantRule> rules;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::follow, "service-tokens");
  private volatile ServiceTokens tokens = ServiceTokens.NONE;
  private volatile boolean broken;

  /** What the file was last time; null when it could not be read. */
  private byte @Nullable [] seen;

  /**
   * Tokens that are read at the start.
   *
   * @param file without one no token is known
   * @param rules of families that do not take every tenant
   */
  public ServiceTokenFile(Optional<Path> file, Map<Family, GrantRule> rules) {
    this.file = file;
    this.rules = Map.copyOf(rules);
  }

  /** Reads the file; {@link SettingsException} when it cannot be used. */
  @Override
  public void start() {
    file.ifPresent(
        path -> {
          byte[] content = content(path);
          tokens = read(path, content);
          seen = content;
          thread.start();
        });
  }

  /** Whether the file cannot be used as it is now, so that earlier tokens count. */
  public boolean isBroken() {
    return broken;
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    closing.countDown();
    thread.join(Math.max(1, deadline.remaining().toMillis()));
  }

  Optional<ServiceToken> find(byte[] digest) {
    return tokens.find(digest);
  }

  private void follow() {
    Path path = file.orElseThrow();
    try {
      while (!closing.await(PERIOD_MS, TimeUnit.MILLISECONDS)) {
        look(path);
      }
    } catch (InterruptedException | RuntimeException e) {
      log.error("{} is followed no longer", path, e);
      broken = true;
    }
  }

  private void look(Path path) {
    byte[] before = seen;
    seen = null;
    try {
      byte[] content = content(path);
      seen = content;
      if (!Arrays.equals(content, before)) {
        tokens = read(path, content);
        broken = false;
        log.info("{} has changed: {} service tokens", path, tokens.byDigest().size());
      }
    } catch (SettingsException e) {
      if (!broken || !Arrays.equals(seen, before)) {
        log.error("{}; the service tokens from before count on", e.getMessage());
      }
      broken = true;
    }
  }

  private ServiceTokens read(Path path, byte[] content) {
    try {
      return ServiceTokensReader.read(content, rules);
    } catch (InvalidInputException e) {
      throw unusable(path, e.problem().message());
    }
  }

  private static byte[] content(Path path) {
    try (InputStream stream = Files.newInputStream(path)) {
      byte[] content = stream.readNBytes(MOST_BYTES + 1);
      if (content.length > MOST_BYTES) {
        throw unusable(path, "must have at most " + MOST_BYTES + " bytes");
      }
      return content;
    } catch (IOException e) {
      throw unusable(path, "cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private static SettingsException unusable(Path path, String rule) {
    return new SettingsException("service.tokens.file " + path + ": " + rule);
  }

  @Override
  public String toString() {
    return "service tokens";
  }
}

package io.tributary.gateway.settings;

import io.tributary.gateway.json.InvalidInputException;
import io.tributary.runtime.config.SecretFile;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file's content, reloaded when its bytes change: neither time stamps nor folder events tell of
 * every change. While the file is invalid, earlier content counts.
 */
public final class ReloadableFile<T> implements Component {

  private static final Logger log = LoggerFactory.getLogger(ReloadableFile.class);
  private static final long PERIOD_MS = 500;
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final Optional<Path> file;
  private final Form<T> form;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile T content;
  private volatile boolean broken;

  /** Bytes of the last look; null if unreadable. */
  private byte @Nullable [] seen;

  /**
   * The way to read a file.
   *
   * @param setting key of its setting
   * @param things its content in words
   * @param none content without a file
   * @param reader may throw {@link InvalidInputException}
   * @param count of things
   * @param isSecret whether other users must be kept from reading the file
   */
  public record Form<T>(
      String setting,
      String things,
      T none,
      Function<byte[], T> reader,
      ToIntFunction<T> count,
      Predicate<T> isSecret) {}

  public ReloadableFile(Optional<Path> file, Form<T> form) {
    this.file = file;
    this.form = form;
    this.content = form.none();
    this.thread = new Thread(this::follow, form.things().replace(' ', '-'));
  }

  /** Reads the file; {@link SettingsException} if invalid. */
  @Override
  public void start() {
    file.ifPresent(
        path -> {
          byte[] bytes = bytes(path);
          content = read(path, bytes);
          seen = bytes;
          thread.start();
        });
  }

  /** Throws {@link SettingsException} if the file is invalid. */
  public void requireValid() {
    file.ifPresent(path -> read(path, bytes(path)));
  }

  /** The last valid content. */
  public T content() {
    return content;
  }

  /** True while the file is invalid and earlier content counts. */
  public boolean isBroken() {
    return broken;
  }

  /** True for a file that holds nothing. */
  public boolean isEmpty() {
    return file.isPresent() && form.count().applyAsInt(content) == 0;
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    closing.countDown();
    thread.join(Math.max(1, deadline.remaining().toMillis()));
  }

  private void follow() {
    Path path = file.orElseThrow();
    try {
      while (!closing.await(PERIOD_MS, TimeUnit.MILLISECONDS)) {
        look(path);
      }
    } catch (InterruptedException e) {
      log.error("{} is followed no longer", path, e);
      broken = true;
    }
  }

  private void look(Path path) {
    byte[] before = seen;
    seen = null;
    try {
      byte[] bytes = bytes(path);
      seen = bytes;
      if (broken || !Arrays.equals(bytes, before)) {
        content = read(path, bytes);
        broken = false;
        log.info("{} has changed: {} {}", path, form.count().applyAsInt(content), form.things());
      }
    } catch (SettingsException e) {
      markBroken(e.getMessage(), before, null);
    } catch (RuntimeException | Error e) {
      markBroken(path + " cannot be read", before, e);
    }
  }

  private void markBroken(
      @Nullable String reason, byte @Nullable [] before, @Nullable Throwable failure) {
    if (!broken || !Arrays.equals(seen, before)) {
      log.error("{}; the {} from before count on", reason, form.things(), failure);
    }
    broken = true;
  }

  private T read(Path path, byte[] bytes) {
    try {
      T value = form.reader().apply(bytes);
      if (SecretFile.isWritable(path)) {
        throw unusable(path, SecretFile.WRITE_RULE);
      }
      if (form.isSecret().test(value) && SecretFile.isOpen(path)) {
        throw unusable(path, SecretFile.RULE);
      }
      return value;
    } catch (InvalidInputException e) {
      throw unusable(path, e.problem().message());
    }
  }

  private byte[] bytes(Path path) {
    try (InputStream stream = Files.newInputStream(path)) {
      byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw unusable(path, "must have at most " + MOST_BYTES + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw unusable(path, "cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private SettingsException unusable(Path path, String rule) {
    return new SettingsException(form.setting() + " " + path + ": " + rule);
  }

  @Override
  public String toString() {
    return form.things();
  }
}

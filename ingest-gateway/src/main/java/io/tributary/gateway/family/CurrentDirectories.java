package io.tributary.gateway.family;

import io.tributary.gateway.kafka.Directory;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.format.ValueFormat;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Directories that are opened when they are needed first, outside of a gateway. */
public final class CurrentDirectories<T> implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final KafkaClients clients;
  private final ValueFormat format;
  private final RuntimeContext runtime;
  private final Function<Directory.Source, T> directories;
  private @Nullable Open<T> open;

  private record Open<T>(Directory.Source source, T directories) {}

  public CurrentDirectories(
      KafkaClients clients,
      ValueFormat format,
      RuntimeContext runtime,
      Function<Directory.Source, T> directories) {
    this.clients = clients;
    this.format = format;
    this.runtime = runtime;
    this.directories = directories;
  }

  public ValueFormat format() {
    return format;
  }

  /** Reads the directories to their ends at first. */
  public T get() throws Exception {
    Open<T> known = open;
    if (known == null) {
      Directory.Source source = Directory.Source.of(clients, format, place -> {}, runtime);
      known = new Open<>(source, directories.apply(source));
      open = known;
      source.reader().start();
    }
    return known.directories();
  }

  @Override
  public void close() {
    Open<T> known = open;
    if (known != null) {
      try {
        known.source().reader().close(Deadline.after(CLOSING, runtime.ticker()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

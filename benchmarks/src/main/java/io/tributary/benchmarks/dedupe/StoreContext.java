package io.tributary.benchmarks.dedupe;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.jspecify.annotations.Nullable;

/** Opens a store as a task would, and keeps the callback that restores it. */
final class StoreContext {

  private final File folder;
  private @Nullable StateRestoreCallback restore;

  StoreContext(Path folder) {
    this.folder = folder.toFile();
  }

  void open(StateStore store) {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "benchmark");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    StateStoreContext mock =
        new MockProcessorContext<>(config, new TaskId(0, 0), folder).getStateStoreContext();
    Object context =
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {StateStoreContext.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("register")) {
                restore = (StateRestoreCallback) arguments[1];
                return null;
              }
              try {
                return method.invoke(mock, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    store.init((StateStoreContext) context, store);
  }

  StateRestoreCallback restore() {
    if (restore == null) {
      throw new IllegalStateException("the store has registered nothing that restores it");
    }
    return restore;
  }
}

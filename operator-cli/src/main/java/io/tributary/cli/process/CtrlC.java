package io.tributary.cli.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ctrl-C for a command that has something better to do than to end. The JVM begins to end with the
 * first signal that nobody takes, and hears no second one then.
 */
public final class CtrlC {

  private static final Logger log = LoggerFactory.getLogger(CtrlC.class);
  private static final int INTERRUPTED = 130;

  private CtrlC() {}

  /**
   * Calls that whenever Ctrl-C is pressed, in a thread of its own; when it says that it had nothing
   * to do, the process ends as it would have. A JVM without signals ends at once, as ever.
   */
  public static void first(BooleanSupplier deed) {
    InvocationHandler pressed =
        (self, method, arguments) -> {
          if (method.getName().equals("handle") && !deed.getAsBoolean()) {
            System.exit(INTERRUPTED);
          }
          return null;
        };
    try {
      // The classes are supported and documented for this, but no import of them compiles cleanly.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(CtrlC.class.getClassLoader(), new Class<?>[] {handler}, pressed);
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("INT"), proxy);
    } catch (ReflectiveOperationException e) {
      log.debug("no signals", e);
    }
  }
}

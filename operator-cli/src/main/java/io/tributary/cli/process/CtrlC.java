package io.tributary.cli.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of Ctrl-C for a command that ends its traffic first. Without a handler the JVM ends at
 * the first signal, and takes no second one.
 */
public final class CtrlC {

  private static final Logger log = LoggerFactory.getLogger(CtrlC.class);
  private static final int INTERRUPTED = 130;

  private CtrlC() {}

  /**
   * Runs a task at each Ctrl-C, in a thread of its own. The process ends if the task returns false,
   * and at once on a JVM without signals.
   */
  public static void first(BooleanSupplier action) {
    InvocationHandler pressed =
        (self, method, arguments) -> {
          if (method.getName().equals("handle") && !action.getAsBoolean()) {
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

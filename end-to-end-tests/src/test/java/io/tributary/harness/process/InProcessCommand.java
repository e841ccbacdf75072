package io.tributary.harness.process;

import io.tributary.harness.store.NamedDynamoDb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs {@code ./tributary …} in this JVM, from the jars that were built, in a class loader of their
 * own. A process for each call would take seconds, and some commands are called hundreds of times.
 */
final class InProcessCommand {

  private static final ClassLoader LOADER = loader();
  private static final MethodHandle RUN = entry();

  private InProcessCommand() {}

  /** Runs a command to its end. */
  static Completed run(Map<String, String> environment, List<String> arguments) {
    Map<String, String> variables = new HashMap<>(environment);
    // the AWS SDK looks for their values in the environment of this process
    if (!NamedDynamoDb.hasCredentials()) {
      variables.keySet().removeIf(name -> name.startsWith("AWS_"));
    }
    variables.put("TRIBUTARY_LOG_LEVEL", "ERROR");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(LOADER);
    try {
      int code =
          (int)
              RUN.invoke(variables, printing(out), printing(err), arguments.toArray(String[]::new));
      return new Completed(String.join(" ", arguments), code, text(out), text(err));
    } catch (Throwable e) {
      throw new IllegalStateException("tributary " + arguments, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static ClassLoader loader() {
    Path target = Launcher.ROOT.resolve("operator-cli/target");
    try (Stream<Path> lib = Files.list(target.resolve("lib"))) {
      URL[] jars =
          Stream.concat(Stream.of(target.resolve("operator-cli.jar")), lib.sorted())
              .map(InProcessCommand::url)
              .toArray(URL[]::new);
      return new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MethodHandle entry() {
    MethodType type =
        MethodType.methodType(
            int.class, Map.class, PrintStream.class, PrintStream.class, String[].class);
    try {
      return MethodHandles.publicLookup()
          .findStatic(LOADER.loadClass("io.tributary.cli.Tributary"), "run", type)
          .asFixedArity();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(jar.toString(), e);
    }
  }
}

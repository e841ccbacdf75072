package io.tributary.embedded.dynamodblocal;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/** The server object that DynamoDB Local's documented entry point returns, reached by name. */
final class DynamoDbLocal {
  private static final String ENTRY_POINT =
      "com.amazonaws.services.dynamodbv2.local.main.ServerRunner";
  // All regions and credentials see the same tables, and nothing is reported to anybody.
  private static final List<String> ALWAYS = List.of("-sharedDb", "-disableTelemetry");

  private final Object server;

  private DynamoDbLocal(Object server) {
    this.server = server;
  }

  /**
   * Prepares a server that does not listen yet.
   *
   * @param storage its command-line arguments that say where items are kept
   */
  static DynamoDbLocal create(List<String> storage) throws Exception {
    List<String> arguments = new ArrayList<>(ALWAYS);
    arguments.addAll(storage);
    Method entry =
        Class.forName(ENTRY_POINT).getMethod("createServerFromCommandLineArgs", String[].class);
    Object server = invoke(entry, null, (Object) arguments.toArray(String[]::new));
    if (server == null) {
      throw new IllegalStateException("this DynamoDB Local does not accept " + arguments);
    }
    return new DynamoDbLocal(server);
  }

  /**
   * The HTTP server inside, found by its type.
   *
   * @throws IllegalStateException if there is not exactly one
   */
  Server jetty() throws IllegalAccessException {
    List<Field> candidates =
        Stream.of(server.getClass().getDeclaredFields())
            .filter(field -> field.getType() == Server.class)
            .toList();
    if (candidates.size() != 1) {
      throw new IllegalStateException(
          "this DynamoDB Local cannot be bound to loopback: no access to its HTTP server");
    }
    Field field = candidates.get(0);
    field.setAccessible(true);
    return (Server) field.get(server);
  }

  void start() throws Exception {
    invoke(server.getClass().getMethod("start"), server);
  }

  void stop() throws Exception {
    invoke(server.getClass().getMethod("stop"), server);
  }

  private static @Nullable Object invoke(
      Method method, @Nullable Object target, Object... arguments) throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}

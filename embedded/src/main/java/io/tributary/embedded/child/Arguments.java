package io.tributary.embedded.child;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A child's command line: options as {@code --key value}, flags as {@code --key}. */
public final class Arguments {
  private final Map<String, List<String>> values;

  private Arguments(Map<String, List<String>> values) {
    this.values = values;
  }

  /**
   * Reads a command line.
   *
   * @param options the names that take a value, each repeatable
   * @param flags the names that take none
   * @throws UsageException for an unknown name or a missing value
   */
  public static Arguments parse(String[] args, Set<String> options, Set<String> flags) {
    Map<String, List<String>> values = new HashMap<>();
    for (Iterator<String> rest = List.of(args).iterator(); rest.hasNext(); ) {
      String argument = rest.next();
      String name = argument.startsWith("--") ? argument.substring(2) : "";
      List<String> given = values.computeIfAbsent(name, any -> new ArrayList<>());
      if (options.contains(name)) {
        given.add(valueOf(argument, rest));
      } else if (!flags.contains(name)) {
        throw new UsageException("unknown argument: " + argument);
      }
    }
    return new Arguments(values);
  }

  private static String valueOf(String argument, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new UsageException(argument + " needs a value");
    }
    return rest.next();
  }

  /** True if the flag or option was given. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Every value of a repeatable option, in order. */
  public List<String> all(String name) {
    return List.copyOf(values.getOrDefault(name, List.of()));
  }

  /** The port of {@code --listen 127.0.0.1:PORT}. */
  public LoopbackPort listen() {
    return LoopbackPort.parse("listen", text("listen"));
  }

  /** The ports of a repeatable option, each as {@code 127.0.0.1:PORT}. */
  public List<LoopbackPort> ports(String name) {
    return all(name).stream().map(address -> LoopbackPort.parse(name, address)).toList();
  }

  /** The directory of {@code --data DIR}. */
  public Path data() {
    return path("data");
  }

  /** The absolute path that an option names. */
  public Path path(String name) {
    return Path.of(text(name)).toAbsolutePath().normalize();
  }

  /** The last value of an option that must be given. */
  public String text(String name) {
    return last(name).orElseThrow(() -> new UsageException("--" + name + " is required"));
  }

  private Optional<String> last(String name) {
    List<String> given = all(name);
    return given.isEmpty() ? Optional.empty() : Optional.of(given.get(given.size() - 1));
  }
}

package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.files.FileFailure;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Number of embedded brokers, their addresses and folders. */
final class Brokers {

  private static final int CLUSTER = 3;
  private static final int LARGEST_PORT = 65_535;

  private Brokers() {}

  /** As given, else as in the data folder, else one. */
  static int number(Settings settings, Optional<Path> data) {
    return settings.find(UpSettings.BROKERS).or(() -> data.flatMap(Brokers::kept)).orElse(1);
  }

  /** Number of brokers with data in a folder. */
  static Optional<Integer> kept(Path data) {
    return List.of(1, CLUSTER).stream()
        .filter(number -> folders(data, number).stream().anyMatch(Files::exists))
        .findFirst();
  }

  /** True if two of three brokers have lost their folders, and would lead with empty logs. */
  static boolean isMajorityLost(Path data) {
    List<Path> left = folders(data, CLUSTER).stream().filter(Files::isDirectory).toList();
    return left.size() == 1 && hasTopics(left.get(0));
  }

  private static boolean hasTopics(Path folder) {
    try (Stream<Path> partitions = Files.list(folder)) {
      return partitions
          .map(partition -> partition.getFileName().toString())
          .anyMatch(name -> name.endsWith("-0") && !name.startsWith("__cluster_metadata"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Folder of each broker. */
  static List<Path> folders(Path data, int number) {
    return number == 1
        ? List.of(data.resolve("kafka"))
        : IntStream.rangeClosed(1, number).mapToObj(node -> data.resolve("kafka-" + node)).toList();
  }

  /** Id of the cluster: that of any formatted folder, else a new one. */
  static String cluster(List<Path> folders, RuntimeContext runtime) {
    for (Path folder : folders) {
      Properties formatted = new Properties();
      try (Reader file = Files.newBufferedReader(folder.resolve("meta.properties"))) {
        formatted.load(file);
      } catch (NoSuchFileException e) {
        continue;
      } catch (IOException e) {
        throw OperationException.failed("cannot use " + FileFailure.words(e));
      }
      return formatted.getProperty("cluster.id", "");
    }
    return runtime.newUuid().toString();
  }

  /** Loopback addresses that are free now. */
  static List<HostPort> free(int number) {
    List<ServerSocket> taken = new ArrayList<>();
    try {
      for (int socket = 0; socket < number; socket++) {
        taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return taken.stream()
          .map(socket -> new HostPort("127.0.0.1", socket.getLocalPort()))
          .toList();
    } catch (IOException e) {
      throw OperationException.failed("no free port on 127.0.0.1: " + e.getMessage());
    } finally {
      taken.forEach(Brokers::release);
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Address of each broker: consecutive ports, or any free ones. */
  static List<HostPort> listeners(Settings settings, int number) {
    HostPort first = settings.get(UpSettings.KAFKA);
    if (first.port() + number - 1 > LARGEST_PORT) {
      throw new SettingsException(
          "kafka must be a port up to " + (LARGEST_PORT - number + 1) + " with brokers " + number);
    }
    return IntStream.range(0, number)
        .mapToObj(
            node -> first.port() == 0 ? first : new HostPort(first.host(), first.port() + node))
        .toList();
  }
}

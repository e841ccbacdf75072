package io.tributary.embedded.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** The broker's one directory of logs and metadata. */
final class LogDirectory {
  private LogDirectory() {}

  /**
   * Gives a new directory its cluster id; the file checked for is the last that a format writes.
   */
  static void formatIfNew(Path directory, Membership place) throws Exception {
    if (Files.exists(directory.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
      return;
    }
    Formatter formatter = new Formatter();
    formatter
        .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
        .setClusterId(place.cluster())
        .setNodeId(place.node())
        .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
        .setMetadataLogDirectory(directory.toString())
        .addDirectory(directory.toString())
        .setReleaseVersion(MetadataVersion.latestProduction())
        .setUnstableFeatureVersionsEnabled(false)
        // A dynamic quorum would remember the controllers' ports, which change at every start.
        .setHasDynamicQuorum(false)
        .run();
  }
}

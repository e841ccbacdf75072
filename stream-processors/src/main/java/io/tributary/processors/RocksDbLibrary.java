package io.tributary.processors;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.files.Ownership;
import io.tributary.runtime.lifecycle.FailureMessage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RocksDB's native library, unpacked once into a private folder beside other temporary files.
 * RocksDB alone unpacks its 15 MB at each start, and a process that is killed leaves them there.
 */
public final class RocksDbLibrary {

  private static final Logger log = LoggerFactory.getLogger(RocksDbLibrary.class);

  private RocksDbLibrary() {}

  /** Loads it, before the first use of RocksDB. */
  public static void load() {
    try {
      RocksDB.loadLibrary(List.of(unpacked().toString()));
    } catch (IOException | UnsatisfiedLinkError e) {
      log.warn("RocksDB unpacks its library by itself: {}", FailureMessage.of(e));
      RocksDB.loadLibrary();
    }
  }

  /** A folder for this version of the library. */
  private static Path unpacked() throws IOException {
    Path jar =
        Path.of(
            URI.create(
                RocksDB.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    Path folder =
        own(
            Path.of(
                RuntimeContext.jvmProperty("java.io.tmpdir", "/tmp"),
                "tributary-native-" + RuntimeContext.jvmProperty("user.name", "")));
    Path versioned = own(folder.resolve(jar.getFileName() + "-" + Files.size(jar)));
    String name = Environment.getJniLibraryFileName("rocksdb");
    // the name by which RocksDB 10 looks into given folders
    Path library = versioned.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
    if (!Files.exists(library)) {
      Path part = Files.createTempFile(versioned, name, ".part");
      try (InputStream packed = RocksDB.class.getClassLoader().getResourceAsStream(name)) {
        if (packed == null) {
          throw new IOException("no " + name + " in " + jar);
        }
        Files.copy(packed, part, StandardCopyOption.REPLACE_EXISTING);
        // processes that start together each move a whole one
        Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    }
    return versioned;
  }

  private static Path own(Path folder) throws IOException {
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      Ownership.requireFolder(folder);
    }
    return folder;
  }
}

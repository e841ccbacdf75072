package io.tributary.operations.topics;

import io.tributary.schemas.schema.SchemaArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** Schemas as files that programs in any language find by the first bytes of a value. */
public final class SchemaFiles {

  private SchemaFiles() {}

  /** Writes the schemas of all releases; returns their full names by file. */
  public static Map<String, String> write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Map<String, String> written = new TreeMap<>();
    SchemaArchive.ofReleases()
        .everySchema()
        .forEach(schema -> written.put(write(folder, schema), schema.getFullName()));
    return written;
  }

  private static String write(Path folder, Schema schema) {
    byte[] fingerprint =
        ByteBuffer.allocate(Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(SchemaNormalization.parsingFingerprint64(schema))
            .array();
    String file = HexFormat.of().formatHex(fingerprint) + ".avsc";
    try {
      Files.writeString(folder.resolve(file), schema.toString() + '\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }
}

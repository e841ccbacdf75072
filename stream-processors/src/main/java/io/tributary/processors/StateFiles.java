package io.tributary.processors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and checksums of an application's closed state files, so that a later start knows a file
 * that was damaged, cut, removed, added or exchanged. Stores themselves do not: RocksDB opens
 * without the last changes of a cut file, and ends a scan at a damaged block without an error.
 *
 * @param files by path in the application's folder
 */
record StateFiles(SortedMap<String, Sum> files) {

  private static final StateFiles NONE = new StateFiles(Collections.emptySortedMap());
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{8}) (\\d{1,18}) (.+)");
  private static final Pattern NO_STATE = Pattern.compile("(.*/)?(\\.lock|LOCK|LOG|LOG\\.old.*)");
  private static final int BUFFER_BYTES = 1024 * 1024;

  /**
   * Size and CRC-32C of a file.
   *
   * @param changed while its process runs; a file that has not changed is not read again
   */
  record Sum(long size, int crc, Optional<FileTime> changed) {

    private boolean isOf(Sum other) {
      return size == other.size && crc == other.crc;
    }
  }

  /** Files of a folder, which may be missing. */
  static StateFiles of(Path folder) throws IOException {
    return of(folder, NONE);
  }

  /**
   * Files of a folder.
   *
   * @param earlier of the same folder and process
   */
  static StateFiles of(Path folder, StateFiles earlier) throws IOException {
    if (!Files.isDirectory(folder)) {
      return NONE;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files =
          all.filter(Files::isRegularFile)
              .filter(file -> !NO_STATE.matcher(name(folder, file)).matches())
              .toList();
      return new StateFiles(
          files.parallelStream()
              .collect(
                  Collectors.toMap(
                      file -> name(folder, file),
                      file -> sum(file, earlier.files.get(name(folder, file))),
                      (one, same) -> one,
                      TreeMap::new)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Files of written lines; others than files' are ignored. */
  static StateFiles read(List<String> lines) {
    return new StateFiles(
        lines.stream()
            .map(LINE::matcher)
            .filter(Matcher::matches)
            .collect(
                Collectors.toMap(
                    line -> line.group(3),
                    line ->
                        new Sum(
                            Long.parseLong(line.group(2)),
                            Integer.parseUnsignedInt(line.group(1), 16),
                            Optional.empty()),
                    (one, other) -> one,
                    TreeMap::new)));
  }

  List<String> lines() {
    return files.entrySet().stream()
        .map(
            file ->
                "%08x %d %s".formatted(file.getValue().crc, file.getValue().size, file.getKey()))
        .toList();
  }

  long bytes() {
    return files.values().stream().mapToLong(Sum::size).sum();
  }

  /** Differences of these files from those of a start, in words; by the first part of the path. */
  SortedMap<String, String> differences(StateFiles found) {
    TreeSet<String> paths = new TreeSet<>(files.keySet());
    paths.addAll(found.files.keySet());
    Function<String, String> task = path -> path.substring(0, (path + '/').indexOf('/'));
    return paths.stream()
        .map(path -> Map.entry(path, difference(files.get(path), found.files.get(path))))
        .filter(difference -> !difference.getValue().isEmpty())
        .collect(
            Collectors.groupingBy(
                difference -> task.apply(difference.getKey()),
                TreeMap::new,
                Collectors.mapping(
                    difference -> difference.getKey() + ' ' + difference.getValue(),
                    Collectors.joining(", "))));
  }

  private static String difference(@Nullable Sum closed, @Nullable Sum found) {
    if (found == null) {
      return "is missing";
    }
    if (closed == null) {
      return "is foreign";
    }
    return closed.isOf(found)
        ? ""
        : closed.size == found.size
            ? "is damaged"
            : "had %d bytes, has %d".formatted(closed.size, found.size);
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString();
  }

  private static Sum sum(Path file, @Nullable Sum earlier) {
    try {
      FileTime changed = Files.getLastModifiedTime(file);
      if (earlier != null
          && earlier.size == Files.size(file)
          && earlier.changed.equals(Optional.of(changed))) {
        return earlier;
      }
      return read(file, changed);
    } catch (NoSuchFileException e) {
      throw new UncheckedIOException(new IOException(file + " vanished while it was read", e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Sum read(Path file, FileTime changed) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      CRC32C crc = new CRC32C();
      ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, channel.size() + 1));
      long size = 0;
      while (channel.read(buffer.clear()) >= 0) {
        size += buffer.flip().remaining();
        crc.update(buffer);
      }
      return new Sum(size, (int) crc.getValue(), Optional.of(changed));
    }
  }
}

package io.tributary.processors.dedupe;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Positions of digests on disk: open addressing over one long for each digest, 24 bits of it and
 * its 40-bit position.
 *
 * <p>Equal bits are only a hint, so the caller compares the digest at the position. The table is
 * 1024 small ones, chosen by the digest's first bits; they grow one at a time and by a quarter, so
 * that neither pauses nor spare room are long.
 */
final class DigestIndex {

  static final long NONE = -1;

  private static final int SHARD_BITS = 10;
  private static final int TAG_BITS = 24;
  private static final int TAG_MASK = (1 << TAG_BITS) - 1;
  private static final int RECORD_BITS = 24;
  private static final int POSITION_BITS = Long.SIZE - TAG_BITS;
  private static final long POSITION_MASK = (1L << POSITION_BITS) - 1;

  /** One more than the greatest record number of a position. */
  static final int RECORDS = 1 << RECORD_BITS;

  /** One more than the greatest segment of a position; the least is 1, as a slot of 0 is free. */
  static final int SEGMENTS = 1 << (POSITION_BITS - RECORD_BITS);

  /** Digests by position. */
  interface Digests {
    boolean holds(long position, Digest digest);
  }

  private final Shard[] shards = new Shard[1 << SHARD_BITS];
  private long size;

  DigestIndex() {
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new Shard();
    }
  }

  static long position(int segment, int record) {
    return ((long) segment << RECORD_BITS) | record;
  }

  static int segment(long position) {
    return (int) (position >>> RECORD_BITS);
  }

  static int record(long position) {
    return (int) position & (RECORDS - 1);
  }

  /** True of digests that the index may take for each other. */
  static boolean isAlike(Digest one, Digest other) {
    return (one.high() ^ other.high()) >>> (Long.SIZE - SHARD_BITS - TAG_BITS) == 0;
  }

  long find(Digest digest, Digests digests) {
    return shard(digest).find(digest, digests);
  }

  void add(Digest digest, long position) {
    shard(digest).add(entry(digest, position));
    size++;
  }

  void move(Digest digest, long from, long to) {
    shard(digest).replace(entry(digest, from), entry(digest, to));
  }

  /** Removes every digest in these segments. */
  void removeSegments(BitSet segments) {
    long kept = 0;
    for (Shard shard : shards) {
      shard.removeSegments(segments);
      kept += shard.used;
    }
    size = kept;
  }

  long size() {
    return size;
  }

  void write(DataOutputStream out) throws IOException {
    for (Shard shard : shards) {
      ByteBuffer slots = ByteBuffer.allocate(shard.slots.length * Long.BYTES);
      slots.asLongBuffer().put(shard.slots);
      out.writeInt(shard.used);
      out.writeInt(shard.slots.length);
      out.write(slots.array());
    }
  }

  /** Reads a written index; EOFException where the stream ends too early. */
  static DigestIndex read(DataInputStream in) throws IOException {
    DigestIndex index = new DigestIndex();
    for (Shard shard : index.shards) {
      shard.used = in.readInt();
      // a number of slots that cannot be ends the stream before there is an array for it
      int bytes = Math.multiplyExact(in.readInt(), Long.BYTES);
      byte[] slots = in.readNBytes(bytes);
      if (slots.length < bytes) {
        throw new EOFException();
      }
      shard.slots = new long[bytes / Long.BYTES];
      ByteBuffer.wrap(slots).asLongBuffer().get(shard.slots);
      index.size += shard.used;
    }
    return index;
  }

  private Shard shard(Digest digest) {
    return shards[(int) (digest.high() >>> (Long.SIZE - SHARD_BITS))];
  }

  private static long entry(Digest digest, long position) {
    return ((long) tag(digest) << POSITION_BITS) | position;
  }

  private static int tag(Digest digest) {
    return (int) (digest.high() >>> (POSITION_BITS - SHARD_BITS)) & TAG_MASK;
  }

  private static int tag(long entry) {
    return (int) (entry >>> POSITION_BITS);
  }

  /** Linear probing; an entry's home goes by the size of its tag, so growing keeps their order. */
  private static final class Shard {

    private static final long[] EMPTY = new long[1];
    private static final int LEAST = 16;

    private long[] slots = EMPTY;
    private int used;

    long find(Digest digest, Digests digests) {
      int tag = tag(digest);
      for (int i = home(tag, slots.length); slots[i] != 0; i = next(i)) {
        long position = slots[i] & POSITION_MASK;
        if (tag(slots[i]) == tag && digests.holds(position, digest)) {
          return position;
        }
      }
      return NONE;
    }

    void add(long entry) {
      if (used >= slots.length - (slots.length >> 2) - 1) {
        resize(Math.max(LEAST, slots.length + (slots.length >> 2)), new BitSet());
      }
      place(entry);
      used++;
    }

    void replace(long entry, long by) {
      int i = home(tag(entry), slots.length);
      while (slots[i] != entry) {
        if (slots[i] == 0) {
          throw new IllegalStateException("not in the index");
        }
        i = next(i);
      }
      slots[i] = by;
    }

    void removeSegments(BitSet segments) {
      int kept = 0;
      for (long entry : slots) {
        if (entry != 0 && !segments.get(segment(entry & POSITION_MASK))) {
          kept++;
        }
      }
      if (kept < used) {
        used = kept;
        resize(1 + kept + (kept >> 1), segments);
      }
    }

    private void resize(int length, BitSet without) {
      long[] old = slots;
      slots = new long[length];
      for (long entry : old) {
        if (entry != 0 && !without.get(segment(entry & POSITION_MASK))) {
          place(entry);
        }
      }
    }

    private void place(long entry) {
      int i = home(tag(entry), slots.length);
      while (slots[i] != 0) {
        i = next(i);
      }
      slots[i] = entry;
    }

    private static int home(int tag, int length) {
      return (int) (((long) tag * length) >>> TAG_BITS);
    }

    private int next(int i) {
      return i + 1 == slots.length ? 0 : i + 1;
    }
  }
}

package io.tributary.cli.verify;

import io.tributary.sink.item.Item;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A record's claim of an id.
 *
 * @param madeAt epoch second
 * @param expiry epoch second from which it does not count any more
 * @param row what the table of claims holds if it has won
 * @param table where its item goes, without prefix
 * @param itemKey key attributes of the item that is written with it
 */
record Bid(
    RecordPlace place,
    String owner,
    String moment,
    long madeAt,
    long expiry,
    Map<String, AttributeValue> row,
    String table,
    Map<String, AttributeValue> itemKey) {

  /** The bid that a record makes. */
  static Bid of(RecordPlace place, ClaimedPut put, ItemKey item) {
    Claim claim = put.claim();
    ClaimRule rule = claim.rule();
    Item row = claim.row();
    return new Bid(
        place,
        row.text(rule.owner()).orElse(""),
        row.text(rule.moment()).orElse(""),
        claim.madeAt(),
        row.number(rule.expiry()).map(Number::longValue).orElse(Long.MAX_VALUE),
        row.attributes(),
        item.table().name(),
        item.attributes());
  }

  /** True for the same claim, told again. */
  boolean isSame(Bid other) {
    return owner.equals(other.owner) && moment.equals(other.moment);
  }

  /** For storing. */
  static byte[] bytes(List<Bid> bids) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(bids.size());
      for (Bid bid : bids) {
        bid.place.writeTo(out);
        out.writeUTF(bid.owner);
        out.writeUTF(bid.moment);
        out.writeLong(bid.madeAt);
        out.writeLong(bid.expiry);
        write(out, bid.row);
        out.writeUTF(bid.table);
        write(out, bid.itemKey);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** What {@link #bytes} was made of. */
  static List<Bid> of(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int count = in.readInt();
      List<Bid> bids = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        bids.add(
            new Bid(
                RecordPlace.readFrom(in),
                in.readUTF(),
                in.readUTF(),
                in.readLong(),
                in.readLong(),
                read(in),
                in.readUTF(),
                read(in)));
      }
      return bids;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(DataOutputStream out, Map<String, AttributeValue> attributes)
      throws IOException {
    byte[] bytes = AttributeForm.bytes(attributes);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static Map<String, AttributeValue> read(DataInputStream in) throws IOException {
    return AttributeForm.attributes(in.readNBytes(in.readInt()));
  }
}

package io.tributary.operations.verify;

import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.Origin;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.kafka.common.TopicPartition;

/**
 * Position of a record.
 *
 * @param attempt at another position for a redrive
 */
record RecordPlace(Origin at, Attempt attempt) {

  /** True for a redrive. */
  boolean isRedrive() {
    return !at.equals(attempt.origin());
  }

  /** True for a later attempt at the same record. */
  boolean follows(RecordPlace other) {
    return attempt.origin().equals(other.attempt.origin())
        && attempt.earlier() > other.attempt.earlier();
  }

  TopicPartition topicPartition() {
    return new TopicPartition(at.topic(), at.partition());
  }

  void writeTo(DataOutputStream out) throws IOException {
    write(out, at);
    out.writeInt(attempt.earlier());
    out.writeBoolean(isRedrive());
    if (isRedrive()) {
      write(out, attempt.origin());
    }
  }

  static RecordPlace readFrom(DataInputStream in) throws IOException {
    Origin at = origin(in);
    int earlier = in.readInt();
    return new RecordPlace(at, new Attempt(in.readBoolean() ? origin(in) : at, earlier));
  }

  private static void write(DataOutputStream out, Origin origin) throws IOException {
    out.writeUTF(origin.topic());
    out.writeInt(origin.partition());
    out.writeLong(origin.offset());
  }

  private static Origin origin(DataInputStream in) throws IOException {
    return new Origin(in.readUTF(), in.readInt(), in.readLong());
  }
}

package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.tables.TableReader;
import io.tributary.operations.verify.ItemKey;
import io.tributary.sink.write.VersionedPut;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Items as the tables hold them now.
 *
 * @param prefix of the tables
 */
record StoredItems(DynamoDbClient client, String prefix) {

  Optional<ObjectNode> find(ItemKey key) {
    return new TableReader(client).find(prefix + key.table().name(), key.attributes());
  }

  /** State of an item beside a record that the sink has finished. */
  static String state(RecordItems.Written written, Optional<ObjectNode> item) {
    if (item.isEmpty()) {
      return written.removed() ? "removed" : "absent";
    }
    long revision = item.get().path(VersionedPut.REVISION).asLong();
    if (written.revision().isPresent() && revision != written.revision().getAsLong()) {
      return revision > written.revision().getAsLong() ? "replaced" : "older";
    }
    return written.removed() ? "present" : "stored";
  }
}

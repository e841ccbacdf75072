package io.tributary.sink.dynamo;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.VersionedPut;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes for tests. */
public final class Puts {

  static final Failure REUSED = new Failure(FailureCode.BATCH_ID_REUSED, "another's");
  static final ClaimRule RULE =
      new ClaimRule("claims", "id", "owner", "claimed_at", "expires", REUSED);

  /** Epoch second of {@link #put()}. */
  static final long MADE_AT = 1_705_328_520L;

  private Puts() {}

  static ClaimedPut put() {
    return put(1);
  }

  static ClaimedPut put(int number) {
    return put(number, "device-1");
  }

  static ClaimedPut put(int number, String owner) {
    Claim claim =
        new Claim(
            RULE,
            Item.of(
                Map.of(
                    "id",
                    "batch-" + number,
                    "owner",
                    owner,
                    "claimed_at",
                    "2024-01-15T14:22:00Z",
                    "expires",
                    1_707_920_520L)),
            MADE_AT);
    return new ClaimedPut(claim, "rows", Item.of(Map.of("row", "r")));
  }

  static String text(Map<String, AttributeValue> attributes, String name) {
    return new Item(attributes).text(name).orElseThrow();
  }

  public static VersionedPut state(long revision) {
    return new VersionedPut("states", "id", Item.of(Map.of("id", "state-1", "rev", revision)));
  }
}

package io.tributary.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.Origin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Ids that several have claimed. */
class ContestTest {

  private static final Bid FIRST = bid("a", 100, 200);
  private static final Bid AGAIN = bid("a", 150, 250);
  private static final Bid LATER = bid("a", 300, 400);
  private static final Bid OTHER = bid("b", 150, 250);

  @Test
  void shouldBelieveTheRow() {
    assertThat(Contest.winners(List.of(FIRST, AGAIN), Optional.of(AGAIN), bid -> true))
        .containsExactly(AGAIN);
  }

  @Test
  void shouldBelieveTheOnlyItemWhenTheRowIsGone() {
    assertThat(Contest.winners(List.of(FIRST, AGAIN), Optional.empty(), AGAIN::equals))
        .containsExactly(AGAIN);
  }

  @Test
  void shouldTakeTheFirstWhenNothingTells() {
    assertThat(Contest.winners(List.of(AGAIN, FIRST), Optional.empty(), bid -> false))
        .containsExactly(FIRST);
  }

  @Test
  void shouldLetAClaimFollowOneThatHasExpired() {
    List<Bid> winners =
        Contest.winners(List.of(FIRST, AGAIN, LATER), Optional.of(LATER), FIRST::equals);

    assertThat(winners).containsExactly(FIRST, LATER);
    assertThat(Contest.last(winners, Optional.of(FIRST))).isEqualTo(LATER);
    assertThat(Contest.last(winners, Optional.empty())).isEqualTo(LATER);
  }

  @Test
  void shouldKeepReadingsOfEveryOwnerWhoseClaimWasNotRefused() {
    List<Bid> winners = Contest.winners(List.of(FIRST, OTHER), Optional.of(OTHER), bid -> true);

    assertThat(winners).containsExactly(FIRST, OTHER);
    assertThat(Contest.last(winners, Optional.of(OTHER))).isEqualTo(OTHER);
    assertThat(Contest.last(winners, Optional.of(FIRST))).isEqualTo(FIRST);
    assertThat(Contest.last(winners, Optional.empty())).isEqualTo(OTHER);
  }

  @Test
  void shouldKeepBidsAsTheyAre() {
    List<Bid> bids = List.of(FIRST, LATER);

    assertThat(Bid.of(Bid.bytes(bids))).isEqualTo(bids);
  }

  private static Bid bid(String owner, long madeAt, long expiry) {
    Origin origin = new Origin("devices.readings", 1, madeAt);
    return new Bid(
        new RecordPlace(
            new Origin("devices.redrives", 2, madeAt), new Attempt(origin, owner.length())),
        owner,
        "moment " + madeAt,
        madeAt,
        expiry,
        Map.of("owner", AttributeValue.fromS(owner)),
        "device_readings",
        Map.of("hardware_id", AttributeValue.fromS(owner)));
  }
}

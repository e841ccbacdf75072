package io.tributary.sink.replay;

import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.sink.intake.Selection;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.RevisedDelete;
import io.tributary.sink.write.RevisedPut;
import io.tributary.sink.write.UnclaimedPut;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of an order, without those whose items would be over at once: DynamoDB would remove
 * them again. What cannot be stored is a dead letter since it came first, and does not become
 * another one.
 */
public final class ReplaySelection implements Selection {

  private static final Logger log = LoggerFactory.getLogger(ReplaySelection.class);

  private final ReplayOrder order;
  private final Map<String, String> expiries = new HashMap<>();
  private final InstantSource clock;
  private final AtomicLong unstorable = new AtomicLong();

  /**
   * Selects by an order.
   *
   * @param tables all that there are
   */
  public ReplaySelection(
      ReplayOrder order, Collection<TableDefinition> tables, InstantSource clock) {
    this.order = order;
    this.clock = clock;
    tables.forEach(
        table ->
            table.ttlAttribute().ifPresent(attribute -> expiries.put(table.name(), attribute)));
  }

  /** How many records could not be stored, as before. */
  public long unstorable() {
    return unstorable.get();
  }

  @Override
  public boolean takes(Attempt attempt, byte @Nullable [] key, long timestamp) {
    return order.takes(attempt, key, timestamp);
  }

  @Override
  public Decoded adapt(Decoded decoded) {
    return decoded instanceof Decoded.Write read
        ? adapted(read.write()).<Decoded>map(Decoded.Write::new).orElseGet(Decoded.Nothing::new)
        : decoded;
  }

  @Override
  public Optional<Failure> bury(Failure failure, Origin place) {
    unstorable.incrementAndGet();
    log.info("{} cannot be stored: {} {}", place, failure.code(), failure.reason());
    return Optional.empty();
  }

  private Optional<ItemWrite> adapted(ItemWrite write) {
    return write.match(
        new ItemWrite.Cases<>() {
          @Override
          public Optional<ItemWrite> claimedPut(ClaimedPut put) {
            return claimed(put);
          }

          @Override
          public Optional<ItemWrite> unclaimedPut(UnclaimedPut put) {
            return only(put, put.table(), List.of(put.item()));
          }

          @Override
          public Optional<ItemWrite> revisedPut(RevisedPut put) {
            return only(put, put.table(), put.items());
          }

          @Override
          public Optional<ItemWrite> revisedDelete(RevisedDelete delete) {
            return only(delete, delete.table(), List.of());
          }

          @Override
          public Optional<ItemWrite> expiredDelete(ExpiredDelete delete) {
            return only(delete, delete.table(), List.of());
          }
        });
  }

  /** A claim ends before its item does, and another may have been made since. */
  private Optional<ItemWrite> claimed(ClaimedPut put) {
    String claims = put.claim().rule().table();
    boolean wanted = order.tables().contains(put.table()) || order.tables().contains(claims);
    if (!wanted || isOver(put.table(), put.item())) {
      return Optional.empty();
    }
    return Optional.of(
        isOver(claims, put.claim().row()) ? new UnclaimedPut(put.table(), put.item()) : put);
  }

  private Optional<ItemWrite> only(ItemWrite write, String table, List<Item> items) {
    boolean over = !items.isEmpty() && items.stream().allMatch(item -> isOver(table, item));
    return order.tables().contains(table) && !over ? Optional.of(write) : Optional.empty();
  }

  private boolean isOver(String table, Item item) {
    BigDecimal now = BigDecimal.valueOf(clock.instant().getEpochSecond());
    return Optional.ofNullable(expiries.get(table))
        .flatMap(item::number)
        .map(expiry -> expiry.compareTo(now) <= 0)
        .orElse(false);
  }
}

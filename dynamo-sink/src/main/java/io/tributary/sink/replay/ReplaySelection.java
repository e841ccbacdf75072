package io.tributary.sink.replay;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.consume.ReplayFilter;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of a request. An item that has expired is not put, since DynamoDB would remove it again;
 * an item with a longer life in its place, put by an earlier record, is removed as DynamoDB has
 * removed it. A record that cannot be stored has its dead letter already, and gets no other.
 */
public final class ReplaySelection implements ReplayFilter {

  private static final Logger log = LoggerFactory.getLogger(ReplaySelection.class);

  private final ReplayRequest request;
  private final Map<String, TableDefinition> tables;
  private final InstantSource clock;
  private final AtomicLong unstorable = new AtomicLong();

  public ReplaySelection(
      ReplayRequest request, Collection<TableDefinition> tables, InstantSource clock) {
    this.request = request;
    this.clock = clock;
    this.tables =
        tables.stream().collect(Collectors.toMap(TableDefinition::name, Function.identity()));
  }

  /** Number of records that could not be stored, as before. */
  public long unstorable() {
    return unstorable.get();
  }

  @Override
  public boolean takes(Origin place, byte @Nullable [] key) {
    return request.takes(place, key);
  }

  @Override
  public Decoded adapt(Decoded decoded, Origin place) {
    Decoded adapted =
        decoded instanceof Decoded.Write read
            ? adapted(read.write()).<Decoded>map(Decoded.Write::new).orElseGet(Decoded.Nothing::new)
            : decoded;
    return request.bounds().puts(place) || isRemoval(adapted) ? adapted : new Decoded.Nothing();
  }

  private static boolean isRemoval(Decoded decoded) {
    return decoded instanceof Decoded.Write read
        && (read.write() instanceof VersionedDelete || read.write() instanceof ExpiredDelete);
  }

  @Override
  public Optional<Failure> deadLetter(Failure failure, Origin place) {
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
          public Optional<ItemWrite> plainPut(PlainPut put) {
            return wanted(put, put.table()).filter(any -> !isOver(put.table(), put.item()));
          }

          @Override
          public Optional<ItemWrite> versionedPut(VersionedPut put) {
            return wanted(put, put.table()).map(any -> isOver(put) ? removal(put) : any);
          }

          @Override
          public Optional<ItemWrite> versionedDelete(VersionedDelete delete) {
            return wanted(delete, delete.table());
          }

          @Override
          public Optional<ItemWrite> expiredDelete(ExpiredDelete delete) {
            return wanted(delete, delete.table());
          }
        });
  }

  /** A claim ends before its item, and another may have been made since. */
  private Optional<ItemWrite> claimed(ClaimedPut put) {
    String claims = put.claim().rule().table();
    boolean wanted = request.tables().contains(put.table()) || request.tables().contains(claims);
    if (!wanted || isOver(put.table(), put.item())) {
      return Optional.empty();
    }
    return Optional.of(
        isOver(claims, put.claim().row()) ? new PlainPut(put.table(), put.item()) : put);
  }

  private Optional<ItemWrite> wanted(ItemWrite write, String table) {
    return request.tables().contains(table) ? Optional.of(write) : Optional.empty();
  }

  private VersionedDelete removal(VersionedPut put) {
    return put.removal(definition(put.table()).key());
  }

  private boolean isOver(VersionedPut put) {
    return put.items().stream().allMatch(item -> isOver(put.table(), item));
  }

  private boolean isOver(String table, Item item) {
    BigDecimal now = BigDecimal.valueOf(clock.instant().getEpochSecond());
    return definition(table)
        .ttlAttribute()
        .flatMap(item::number)
        .map(expiry -> expiry.compareTo(now) <= 0)
        .orElse(false);
  }

  private TableDefinition definition(String table) {
    return Objects.requireNonNull(tables.get(table), table);
  }
}

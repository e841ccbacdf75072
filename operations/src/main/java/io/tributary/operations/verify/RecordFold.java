package io.tributary.operations.verify;

import io.tributary.schemas.item.Attributes;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Folds records into the items that the tables must hold. */
record RecordFold(ExpectedState state) {

  /** Adds the next record of its partition; redrives come after their records. */
  void add(RecordPlace place, Decoded decoded) {
    boolean failed = state.hasFailed(place.attempt());
    if (failed) {
      state.stands(place.at());
    }
    if (decoded instanceof Decoded.Write read) {
      read.write().match(failed ? new Failed() : new Stored(place));
    } else if (decoded instanceof Decoded.Unwritable unreadable) {
      state.unreadable(place);
      unreadable.items().ifPresent(items -> items.match(new Failed()));
    }
  }

  private void at(
      String table,
      Map<String, AttributeValue> item,
      BiConsumer<ItemKey, Optional<Expectation>> then) {
    Optional<TableDefinition> compared = state.table(table);
    if (compared.isPresent()) {
      ItemKey key = ItemKey.of(compared.get(), item);
      if (state.concerns(key)) {
        then.accept(key, state.expected(key));
      }
    }
  }

  private static long revisionOf(Item item) {
    return item.number(Attributes.REVISION).map(Number::longValue).orElse(Expectation.NO_REVISION);
  }

  /** Writes of the sink, done or to come. */
  private final class Stored implements ItemWrite.Cases<Boolean> {

    private final RecordPlace place;

    /** True for a redrive whose topic may have forgotten later records. */
    private final boolean alone;

    Stored(RecordPlace place) {
      this.place = place;
      alone = place.isRedrive() && !state.isStanding(place.attempt().origin());
    }

    @Override
    public Boolean versionedPut(VersionedPut put) {
      for (Item item : put.items()) {
        revise(put.table(), Expectation.held(place, revisionOf(item), item.attributes()));
      }
      return true;
    }

    @Override
    public Boolean versionedDelete(VersionedDelete delete) {
      for (Item key : delete.keys()) {
        revise(delete.table(), Expectation.absent(place, delete.revision(), key.attributes()));
      }
      return true;
    }

    /** An unknown key: revisions begin anew. */
    @Override
    public Boolean expiredDelete(ExpiredDelete delete) {
      Map<String, AttributeValue> item = delete.key().attributes();
      if (!place.isRedrive()) {
        at(
            delete.table(),
            item,
            (key, before) ->
                state.expect(key, Expectation.absent(place, Expectation.NO_REVISION, item)));
      }
      return true;
    }

    @Override
    public Boolean claimedPut(ClaimedPut put) {
      Map<String, AttributeValue> item = put.item().attributes();
      Map<String, AttributeValue> row = put.claim().row().attributes();
      Expectation held = Expectation.held(place, Expectation.NO_REVISION, item);
      at(put.table(), item, (key, before) -> expectFirst(key, before, held));
      // of two claims of an id the later was made when the earlier had expired
      revise(put.claim().rule().table(), Expectation.held(place, put.claim().madeAt(), row));
      return true;
    }

    /** Only replays write so. */
    @Override
    public Boolean plainPut(PlainPut put) {
      return false;
    }

    private void expectFirst(ItemKey key, Optional<Expectation> before, Expectation now) {
      boolean first =
          before
              .filter(known -> known.kind() == Expectation.Kind.HELD)
              .filter(known -> known.source().filter(place::follows).isEmpty())
              .isEmpty();
      if (first) {
        expect(key, before, now);
      }
    }

    private void revise(String table, Expectation now) {
      at(
          table,
          now.item(),
          (key, before) -> {
            if (before.filter(known -> known.revision() > now.revision()).isEmpty()) {
              expect(key, before, now);
            }
          });
    }

    private void expect(ItemKey key, Optional<Expectation> before, Expectation now) {
      boolean known =
          before.filter(expected -> expected.kind() != Expectation.Kind.ANY).isPresent();
      state.expect(key, alone && !known ? Expectation.any(now.revision(), now.item()) : now);
    }
  }

  /** Writes that failed, now among the dead letters. */
  private final class Failed implements ItemWrite.Cases<Boolean> {

    @Override
    public Boolean versionedPut(VersionedPut put) {
      put.items().forEach(item -> any(put.table(), item, revisionOf(item)));
      return true;
    }

    @Override
    public Boolean versionedDelete(VersionedDelete delete) {
      delete.keys().forEach(key -> any(delete.table(), key, delete.revision()));
      return true;
    }

    @Override
    public Boolean expiredDelete(ExpiredDelete delete) {
      return false;
    }

    /** Nothing else can be under the key of a claim that lost. */
    @Override
    public Boolean claimedPut(ClaimedPut put) {
      Map<String, AttributeValue> item = put.item().attributes();
      at(
          put.table(),
          item,
          (key, before) -> {
            if (before.isEmpty()) {
              state.expect(key, Expectation.absent(item));
            }
          });
      return true;
    }

    /** Only replays write so. */
    @Override
    public Boolean plainPut(PlainPut put) {
      return false;
    }

    /** An earlier expectation is known if its record was read. */
    private void any(String table, Item item, long revision) {
      at(
          table,
          item.attributes(),
          (key, before) -> {
            boolean known =
                before.filter(expected -> expected.kind() != Expectation.Kind.ANY).isPresent();
            if (!known && before.filter(expected -> expected.revision() > revision).isEmpty()) {
              state.expect(key, Expectation.any(revision, item.attributes()));
            }
          });
    }
  }
}

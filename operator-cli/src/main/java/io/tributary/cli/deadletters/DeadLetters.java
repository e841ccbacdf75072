package io.tributary.cli.deadletters;

import io.tributary.avro.envelope.DeadLetterFate;
import io.tributary.avro.envelope.FateKind;
import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.kafka.RecordFinder;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.topics.RecordJson;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.format.ValueFormat;
import java.util.Optional;
import java.util.function.IntSupplier;

/** What operators can do about a cluster's dead letters. */
public final class DeadLetters implements AutoCloseable {

  private final Cluster cluster;
  private final ValueFormat format;
  private final RecordFinder finder;
  private final Letters letters;
  private final Redriving redriving;

  /**
   * Those of the cluster's generation.
   *
   * @param cluster stays the caller's to close
   * @param live which generation is, by now; asked when letters are sent back
   */
  public DeadLetters(Cluster cluster, IntSupplier live) {
    this.cluster = cluster;
    this.format = PipelineFormat.of(cluster.clients());
    this.finder = RecordFinder.of(cluster);
    this.letters = new Letters(cluster, format, finder);
    this.redriving = new Redriving(cluster.clients().topics(), finder, live);
  }

  /**
   * Prints the newest that are meant, the oldest of them first.
   *
   * @param all true for those, too, that have their fates
   */
  public void list(LetterFilter filter, boolean all, int limit, Output output) {
    Listing listing = new Listing(limit);
    filter.families().forEach(family -> listing.add(letters, family, filter, all));
    listing.print(output);
  }

  /** Prints all that there is of one; or its value alone. */
  public void show(LetterId id, boolean valueAlone, Output output) {
    LetterView view = new LetterView(required(id), fate(id), new RecordJson(format));
    if (valueAlone) {
      view.printValue(output);
    } else {
      view.print(output);
    }
  }

  /** Sends those that are meant and open back to where they failed. */
  public void redrive(Work work, Tally tally) {
    new Bulk(cluster, format, letters, redriving::again, work, tally).run();
  }

  /** Gives up those that are meant and open. */
  public void discard(Work work, Tally tally) {
    Verdict.Judge judge =
        letter -> new Verdict.Decided(letter.id(), FateKind.discarded, Optional.empty());
    new Bulk(cluster, format, letters, judge, work, tally).run();
  }

  /**
   * Sends a letter back with another value.
   *
   * @param work which means that one alone
   */
  public void edit(LetterId id, NewValue value, Work work, Tally tally) {
    Letter letter = required(id);
    fate(id)
        .ifPresent(
            known -> {
              throw CommandException.failed(id + " has been " + known.getFate().name());
            });
    byte[] bytes =
        value.encode(
            redriving
                .home(letter)
                .flatMap(topic -> topic.valueType())
                .orElseThrow(
                    () ->
                        CommandException.failed(
                            id + " names no topic of its family as its origin")),
            format);
    Verdict.Judge judge = found -> redriving.edited(found, bytes);
    new Bulk(cluster, format, letters, judge, work, tally).run();
  }

  private Letter required(LetterId id) {
    return letters
        .find(id)
        .orElseThrow(() -> CommandException.failed("there is no dead letter " + id));
  }

  private Optional<DeadLetterFate> fate(LetterId id) {
    return Optional.ofNullable(letters.fates(id.family()).get(id.toString()));
  }

  @Override
  public void close() {
    finder.close();
  }
}

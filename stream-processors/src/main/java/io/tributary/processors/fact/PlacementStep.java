package io.tributary.processors.fact;

import io.tributary.processors.store.TaskStores;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Refuses facts that a producer with another partitioner has put elsewhere than where their key
 * belongs: two tasks would each know a part of what the key stands for.
 */
public final class PlacementStep<K, F extends SpecificRecordBase> implements FactStep<F> {

  private final FactSource<K, F> source;
  private final int partitions;
  private @Nullable PartitionScope<K> here;

  /**
   * A step of one task.
   *
   * @param partitions of the source's topic
   */
  public PlacementStep(FactSource<K, F> source, int partitions) {
    this.source = source;
    this.partitions = partitions;
  }

  @Override
  public void init(TaskStores stores) {
    here = new PartitionScope<>(source.topic(), stores.partition(), partitions);
  }

  @Override
  public void check(F fact) {
    if (here == null) {
      throw new IllegalStateException("not initialized");
    }
    here.requireHomeOf(source.keyOf().apply(fact));
  }

  @Override
  public List<Emission<?, ?>> apply(F fact) {
    return List.of();
  }
}

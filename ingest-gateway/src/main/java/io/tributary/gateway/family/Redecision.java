package io.tributary.gateway.family;

import java.util.Optional;

/** Decisions again about facts that were refused by the directories of their time. */
public interface Redecision extends AutoCloseable {

  /**
   * A decision.
   *
   * @param value of the fact if it is admitted now
   * @param refusal the reason if it is not
   */
  record Decided(Optional<byte[]> value, String refusal) {}

  /**
   * Decides by the directories of now; fails if they cannot be read.
   *
   * @param code of the dead letter
   * @param value of the fact
   * @return empty for facts that directories do not decide on
   */
  Optional<Decided> decide(String code, byte[] value) throws Exception;

  @Override
  void close();
}

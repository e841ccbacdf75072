package io.tributary.gateway.family;

import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.provider.Provider;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Decisions again about facts that were refused by the directories of their time. */
public interface Redecision extends AutoCloseable {

  /** Time for directories to be read to their ends. */
  long PATIENCE_SECONDS = 30;

  /** Messages in a fact's bytes; none of an unknown provider. */
  static List<ProviderMessage> messages(String provider, String account, ByteBuffer raw)
      throws MalformedEventException {
    byte[] bytes = new byte[raw.remaining()];
    raw.duplicate().get(bytes);
    Optional<ProviderFormat> format = Provider.format(provider);
    return format.isEmpty() ? List.of() : format.get().read(account, bytes).messages();
  }

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

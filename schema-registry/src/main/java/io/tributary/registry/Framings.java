package io.tributary.registry;

import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.framing.SingleObjectFraming;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Which framing a program reads and writes with. */
public final class Framings {

  private Framings() {}

  /** Single-object encoding, or the wire format of a registry; asks nothing yet. */
  public static Framing of(@Nullable URI registry) {
    return registry == null
        ? SingleObjectFraming.ofReleases()
        : new RegistryFraming(RegistryAddress.of(registry), "");
  }
}

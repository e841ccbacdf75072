package io.tributary.registry;

import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Formats of a program's values. */
public final class ValueFormats {

  private ValueFormats() {}

  /** Single-object encoding, or the wire format of a registry; asks nothing yet. */
  public static ValueFormat of(@Nullable URI registry) {
    return registry == null
        ? SingleObjectFormat.ofReleases()
        : new RegistryFormat(RegistryAddress.of(registry), "");
  }
}

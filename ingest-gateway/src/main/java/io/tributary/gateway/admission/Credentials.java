package io.tributary.gateway.admission;

import java.util.Optional;

@FunctionalInterface
public interface Credentials {

  /** The header's first value; names are compared without regard to case. */
  Optional<String> header(String name);
}

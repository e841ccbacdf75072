package io.tributary.gateway.admission;

import java.util.Optional;

/** What a request says about its sender. */
@FunctionalInterface
public interface Credentials {

  /** The header's first value; names are compared without regard to case. */
  Optional<String> header(String name);
}

package io.tributary.channels.signature;

import java.util.Map;
import java.util.Optional;

/** A provider's request, as received. */
public interface SignedRequest {

  /** Path and query. */
  String target();

  /** First decoded value of each parameter. */
  Map<String, String> query();

  /** First value of a header by its name in any case. */
  Optional<String> header(String name);

  byte[] body();
}

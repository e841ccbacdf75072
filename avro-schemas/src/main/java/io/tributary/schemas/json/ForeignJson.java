package io.tributary.schemas.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.util.function.UnaryOperator;

/**
 * Parsers of JSON with foreign names. They keep no tables of names, which senders could make
 * collide, or fill for the life of a process. Lengths of texts and names must be bounded by the
 * caller.
 */
public final class ForeignJson {

  private ForeignJson() {}

  /** Parsers with limits of depth and numbers; Jackson's own by default. */
  public static JsonFactory parsers(UnaryOperator<StreamReadConstraints.Builder> limits) {
    StreamReadConstraints.Builder unbounded =
        StreamReadConstraints.builder()
            .maxStringLength(Integer.MAX_VALUE)
            .maxNameLength(Integer.MAX_VALUE);
    return new JsonFactoryBuilder()
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .streamReadConstraints(limits.apply(unbounded).build())
        .build();
  }
}

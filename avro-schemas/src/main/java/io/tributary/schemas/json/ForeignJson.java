package io.tributary.schemas.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.util.function.UnaryOperator;

/**
 * Parsers of JSON whose names others choose. They keep no tables of names, which others could
 * choose to collide, or fill for as long as a process lives. How long texts and names may be is not
 * theirs to bound but that of who takes the bytes.
 */
public final class ForeignJson {

  private ForeignJson() {}

  /**
   * Makes parsers.
   *
   * @param limits of depth and numbers; Jackson's own where it sets none
   */
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

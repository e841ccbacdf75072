package io.tributary.processors;

import io.tributary.schemas.format.SingleObjectFormat;
import org.junit.jupiter.api.extension.Extension;

/**
 * The limits of services, set before a test builds its first fact: Avro reads them once, and would
 * make room for any length that poison declares.
 */
public final class AvroLimits implements Extension {

  static {
    SingleObjectFormat.ofReleases();
  }
}

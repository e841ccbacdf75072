package io.tributary.e2e.consumers;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Subscribers of a pipeline as it is without settings. */
@Tag("storm")
final class ConsumersIT extends DocumentedConsumers {

  ConsumersIT() throws IOException {
    super(Form.SINGLE_OBJECT);
  }
}

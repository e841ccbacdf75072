package io.tributary.e2e.consumers;

import java.io.IOException;

/** Subscribers of a pipeline as it is without settings. */
final class ConsumersIT extends DocumentedConsumers {

  ConsumersIT() throws IOException {
    super(Form.SINGLE_OBJECT);
  }
}

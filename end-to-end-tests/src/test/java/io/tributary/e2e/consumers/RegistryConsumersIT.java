package io.tributary.e2e.consumers;

import java.io.IOException;

/** Subscribers of a pipeline that has a schema registry. */
final class RegistryConsumersIT extends DocumentedConsumers {

  RegistryConsumersIT() throws IOException {
    super(Form.REGISTRY);
  }
}

package io.tributary.e2e.consumers;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Subscribers of a pipeline that has a schema registry. */
@Tag("storm")
final class RegistryConsumersIT extends DocumentedConsumers {

  RegistryConsumersIT() throws IOException {
    super(Form.REGISTRY);
  }
}

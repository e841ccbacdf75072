package io.tributary.console;

import io.tributary.operations.requests.ProviderAccount;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * A gateway that takes examples.
 *
 * @param tokens of {@code admin} and {@code service}, as far as they are known
 * @param accounts of channel providers, with their secrets
 */
public record ExampleTarget(
    URI gateway, Map<String, String> tokens, List<ProviderAccount> accounts) {

  public ExampleTarget {
    tokens = Map.copyOf(tokens);
    accounts = List.copyOf(accounts);
  }
}

package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.cli.client.ProviderAccount;
import io.tributary.cli.process.CommandException;
import io.tributary.runtime.config.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The channel accounts of a gateway's file that can be spoken for by their secrets. */
final class Accounts {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Accounts() {}

  /** Those of the file, none without one; says in one line why it cannot be read. */
  static List<ProviderAccount> in(Optional<Path> file) {
    List<ProviderAccount> accounts = new ArrayList<>();
    for (JsonNode entry : file.map(Accounts::read).orElseGet(JSON::createArrayNode)) {
      String secret = entry.path("secrets").path(0).asText();
      if (ProviderAccount.KNOWN.contains(entry.path("provider").asText()) && !secret.isBlank()) {
        accounts.add(
            new ProviderAccount(
                entry.path("provider").asText(),
                entry.path("account").asText(),
                new Secret(secret),
                text(entry, "public_url"),
                text(entry, "account_sid")));
      }
    }
    return accounts;
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(Files.readAllBytes(file)).path("accounts");
    } catch (IOException e) {
      throw CommandException.usage("--secrets-file " + file + " cannot be read as JSON");
    }
  }

  private static Optional<String> text(JsonNode entry, String member) {
    return Optional.of(entry.path(member).asText()).filter(text -> !text.isEmpty());
  }
}

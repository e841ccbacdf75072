package io.tributary.gateway.auth;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.auth.ServiceTokens.ServiceToken;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonBody;
import io.tributary.gateway.json.RequestObject;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.topic.Family;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a file of service tokens. Unknown members are refused: a slip could grant too much. */
final class ServiceTokensReader {

  /** All families, for pipelines of some share files. */
  private static final Set<String> FAMILIES =
      Stream.of(Family.values()).map(Family::label).collect(Collectors.toUnmodifiableSet());

  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{64}");
  private static final TextRule NAME = TextRule.printable(1, 128);
  private static final TextRule TENANT = TextRule.printable(1, 257);
  private static final TextRule SHA256 =
      TextRule.value("must be a SHA-256 of 64 hex digits", text -> HEX.matcher(text).matches());
  private static final TextRule FAMILY =
      TextRule.value(
          "must be one of " + String.join(", ", new TreeSet<>(FAMILIES)), FAMILIES::contains);

  private final Map<Family, GrantRule> rules;
  private final Map<String, NavigableSet<String>> granted = new HashMap<>();

  private ServiceTokensReader(Map<Family, GrantRule> rules) {
    this.rules = rules;
  }

  /** Reads a file; {@link InvalidInputException} names the field and the rule. */
  static ServiceTokens read(byte[] file, Map<Family, GrantRule> rules) {
    RequestObject root = JsonBody.parse(file);
    ServiceTokens tokens = new ServiceTokensReader(rules).tokens(root);
    root.rejectUnknownMembers();
    return tokens;
  }

  private ServiceTokens tokens(RequestObject root) {
    Map<String, ServiceToken> byDigest = new HashMap<>();
    int size = root.size("tokens");
    for (int i = 0; i < size; i++) {
      RequestObject token = root.element("tokens", i);
      String digest = token.text("sha256", SHA256).toLowerCase(Locale.ROOT);
      ServiceToken read = new ServiceToken(token.text("name", NAME), grants(token));
      if (byDigest.put(digest, read) != null) {
        throw token.violation(ErrorCode.INVALID_VALUE, "sha256", "must not be given twice");
      }
    }
    return new ServiceTokens(byDigest);
  }

  private Map<String, Set<String>> grants(RequestObject token) {
    Map<String, Set<String>> grants = new HashMap<>();
    int size = token.size("grants");
    for (int i = 0; i < size; i++) {
      RequestObject grant = token.element("grants", i);
      String family = grant.text("family", FAMILY);
      grants.computeIfAbsent(family, any -> new HashSet<>()).add(tenant(grant, family));
    }
    return grants;
  }

  private String tenant(RequestObject grant, String family) {
    String tenant = grant.text("tenant", TENANT);
    if (!tenant.equals(Principal.ALL)) {
      NavigableSet<String> before = granted.computeIfAbsent(family, any -> new TreeSet<>());
      Optional<String> rule = ruleOf(family).violation(tenant, before);
      if (rule.isPresent()) {
        throw grant.violation(ErrorCode.INVALID_VALUE, "tenant", rule.get());
      }
      before.add(tenant);
    }
    return tenant;
  }

  private GrantRule ruleOf(String label) {
    return rules.entrySet().stream()
        .filter(rule -> rule.getKey().label().equals(label))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse(GrantRule.ANY);
  }
}

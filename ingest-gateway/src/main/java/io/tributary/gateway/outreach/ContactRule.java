package io.tributary.gateway.outreach;

import io.tributary.gateway.json.RequestObject;
import io.tributary.schemas.key.EmailAddress;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.rule.TextRule;
import java.util.Optional;
import java.util.function.Function;

/**
 * A phone number or an e-mail address.
 *
 * @param rule in words
 * @param canonical form in keys; empty if invalid
 */
record ContactRule(String rule, Function<String, Optional<String>> canonical) {

  /** An E.164 number, with or without {@code whatsapp:}. */
  static final ContactRule TEL =
      new ContactRule(
          KeyPart.TEL.rule()
              + "; it may have spaces, hyphens, dots, slashes and brackets, but no (0)",
          PhoneNumber::canonical);

  static final ContactRule EMAIL =
      new ContactRule(
          "must be an e-mail address of at most 254 bytes, without # and spaces; a domain with \u00df or"
              + " \u03c2 must be written as xn--",
          EmailAddress::canonical);

  Optional<String> optional(RequestObject object, String name) {
    TextRule texts = new TextRule(true, rule, text -> canonical.apply(text).isPresent());
    return object.optionalText(name, texts).flatMap(canonical);
  }

  String required(RequestObject object, String name) {
    return optional(object, name).orElseThrow(() -> object.missing(name));
  }
}

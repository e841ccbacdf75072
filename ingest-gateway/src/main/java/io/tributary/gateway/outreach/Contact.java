package io.tributary.gateway.outreach;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How somebody is reached, in the one form that keys have.
 *
 * @param rule of a text as it comes
 * @param plain that form of it
 */
record Contact(TextRule rule, UnaryOperator<String> plain) {

  private static final String WHATSAPP = "whatsapp:";

  /** A number as E.164; {@code whatsapp:} may stand before it. */
  static final Contact TEL =
      new Contact(
          new TextRule(
              ErrorCode.INVALID_FORMAT,
              KeyPart.TEL.rule(),
              text -> KeyPart.TEL.accepts(withoutAddressing(text))),
          Contact::withoutAddressing);

  /** An e-mail address, in lower case. */
  static final Contact EMAIL =
      new Contact(
          new TextRule(
              ErrorCode.INVALID_FORMAT,
              "must be an e-mail address of at most 254 printable ASCII characters, without # and"
                  + " spaces",
              // in lower case some other characters would be ASCII
              text -> KeyPart.RECIPIENT.accepts(text) && KeyPart.EMAIL.accepts(lowerCase(text))),
          Contact::lowerCase);

  /** The contact that a member is, which may be absent. */
  Optional<String> optional(JsonObject object, String name) {
    return object.optionalText(name, rule).map(plain);
  }

  /** The contact that a member is. */
  String required(JsonObject object, String name) {
    return plain.apply(object.text(name, rule));
  }

  private static String withoutAddressing(String text) {
    return text.startsWith(WHATSAPP) ? text.substring(WHATSAPP.length()) : text;
  }

  private static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}

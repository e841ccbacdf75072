package io.tributary.traffic;

import java.util.Map;

/**
 * Credentials that a pipeline accepts.
 *
 * @param adminToken of the admin routes
 * @param serviceToken with every grant
 * @param accounts secrets of channel accounts by {@code provider/account}, such as {@code
 *     slack/main}, of SendGrid the base64 of its private EC key in PKCS #8; providers without an
 *     account send nothing
 * @param publicUrl URL of the gateways as Twilio knows it, without a path
 * @param accountSid Twilio's id of its account, {@code AC} and 32 hex digits
 */
public record Credentials(
    String adminToken,
    String serviceToken,
    Map<String, String> accounts,
    String publicUrl,
    String accountSid) {

  /** Credentials with the public URL and the account of Twilio that tests have. */
  public Credentials(String adminToken, String serviceToken, Map<String, String> accounts) {
    this(
        adminToken,
        serviceToken,
        accounts,
        "https://ingest.example.com",
        "AC00000000000000000000000000000001");
  }
}

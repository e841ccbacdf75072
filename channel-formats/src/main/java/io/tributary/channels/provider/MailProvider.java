package io.tributary.channels.provider;

import io.tributary.channels.BodyKind;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.definition.AccountFields;
import io.tributary.channels.definition.ChannelIds;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.definition.Success;
import io.tributary.channels.mail.MailEvents;
import io.tributary.channels.signature.SignatureScheme;
import io.tributary.schemas.topic.Family;

/** A provider of mails, which takes a refusal for final. */
abstract class MailProvider extends ChannelProvider {

  private final String label;

  MailProvider(String label, String requests, SignatureScheme signature) {
    super(Family.OUTREACH, MailEvents.TYPE, requests, signature);
    this.label = label;
  }

  final MailEvents events(String account) {
    return new MailEvents(label, account);
  }

  @Override
  public AccountFields fields() {
    return AccountFields.of(ChannelIds.MAILBOXES);
  }

  @Override
  public boolean neverRetries() {
    return true;
  }

  @Override
  public Success success() {
    return Success.EMPTY;
  }

  @Override
  public BodyKind bodies() {
    return BodyKind.ANY;
  }

  /** The stored form of the mail. */
  @Override
  public long derivedBytes(long largest) {
    return largest;
  }

  /** Reads a fact's raw bytes: requests are read by their content type. */
  @Override
  public ProviderBatch read(String account, byte[] raw, long largest) {
    return events(account).readStored(raw);
  }
}

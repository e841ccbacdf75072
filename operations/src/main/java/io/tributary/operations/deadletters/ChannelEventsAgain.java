package io.tributary.operations.deadletters;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.gateway.tenants.CurrentAdmissions;
import io.tributary.operations.FailureText;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Channel events that were not admitted, decided again by the claims of now. */
final class ChannelEventsAgain implements AutoCloseable {

  private static final Set<String> CODES =
      Set.of(
          FailureCode.NO_TENANT_MAPPING.name(),
          FailureCode.TENANT_INACTIVE.name(),
          FailureCode.CHANNEL_NOT_ALLOWED.name(),
          FailureCode.SENDER_NOT_AUTHORIZED.name());

  private final Cluster cluster;
  private final ValueFormat format;
  private final Ambient ambient;
  private @Nullable CurrentAdmissions admissions;

  /** Without I/O before the first such event. */
  ChannelEventsAgain(Cluster cluster, ValueFormat format, Ambient ambient) {
    this.cluster = cluster;
    this.format = format;
    this.ambient = ambient;
  }

  /**
   * Value of an event that is admitted now; empty for other dead letters. {@link
   * OperationException} for an event that still is not admitted.
   */
  Optional<byte[]> decided(DeadLetterRecord letter) {
    if (letter.id().family() != Family.TENANTS
        || !CODES.contains(letter.code())
        || letter.record().value() == null) {
      return Optional.empty();
    }
    ChannelEvent event;
    try {
      event = format.decode(ChannelEvent.class, letter.record().value());
    } catch (UndecodableException e) {
      return Optional.empty();
    }
    ChannelEvent now = decide(event);
    if (now.getAdmission() != Admission.ADMITTED) {
      throw OperationException.failed(reason(now));
    }
    return Optional.of(format.encode(now));
  }

  private ChannelEvent decide(ChannelEvent event) {
    try {
      CurrentAdmissions open = admissions;
      if (open == null) {
        open = CurrentAdmissions.open(cluster.clients(), format, ambient);
        admissions = open;
      }
      return open.decide(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OperationException.failed("interrupted");
    } catch (Exception e) {
      throw OperationException.failed(FailureText.of(e));
    }
  }

  private static String reason(ChannelEvent event) {
    String channel = event.getChannelType() + '/' + event.getChannelId();
    return switch (event.getAdmission()) {
      case NO_TENANT_MAPPING -> "no tenant claims the channel " + channel;
      case TENANT_INACTIVE -> "the tenant of " + channel + " is suspended";
      case CHANNEL_NOT_ALLOWED -> "the tenant of " + channel + " has not enabled this type";
      default -> "the sender is none of the users of the tenant of " + channel;
    };
  }

  @Override
  public void close() {
    CurrentAdmissions open = admissions;
    if (open != null) {
      open.close();
    }
  }
}

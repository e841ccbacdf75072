package io.tributary.client.streams;

import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.key.KeyFormatException;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;

/**
 * Exception handler for {@code deserialization.exception.handler}: logs and skips records with an
 * undecodable key or value, or sends them to {@code errors.dead.deadLetter.queue.topic.name} where
 * that is set. Any other exception stops the thread, above all {@link SchemaUnavailableException},
 * anywhere among the causes: Kafka's own handler would skip every record while the registry is
 * away.
 */
public final class SkipUndecodable extends LogAndContinueExceptionHandler {

  @Override
  public Response handleError(
      ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
    return isOfTheRecord(exception)
        ? super.handleError(context, record, exception)
        : Response.fail();
  }

  private static boolean isOfTheRecord(Throwable thrown) {
    return causes(thrown).noneMatch(SchemaUnavailableException.class::isInstance)
        && causes(thrown)
            .anyMatch(
                cause ->
                    cause instanceof UndecodableException || cause instanceof KeyFormatException);
  }

  private static Stream<Throwable> causes(Throwable thrown) {
    return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause);
  }
}

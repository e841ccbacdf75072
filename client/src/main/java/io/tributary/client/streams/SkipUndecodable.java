package io.tributary.client.streams;

import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.key.KeyFormatException;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;

/**
 * For {@code deserialization.exception.handler}: logs and skips records whose key or value is none
 * of its topic, or gives them to {@code errors.dead.letter.queue.topic.name} where that is set.
 * Whatever else is thrown is no fault of the record and stops the thread, above all {@link
 * SchemaUnavailableException}, wherever among the causes: Kafka's own handler would skip every
 * record for as long as the registry is away.
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

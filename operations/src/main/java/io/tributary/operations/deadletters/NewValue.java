package io.tributary.operations.deadletters;

import io.tributary.operations.OperationException;
import io.tributary.operations.topics.UnfitValueException;
import io.tributary.operations.topics.ValueJson;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import java.util.Base64;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A value that somebody gives a letter.
 *
 * @param option that it was given by, for what is said about it
 * @param isJson or else base64 of what the record is to hold
 */
public record NewValue(String option, String text, boolean isJson) {

  /** The record's value, known to be one of that type. */
  <V extends SpecificRecordBase> byte[] encode(Class<V> type, ValueFormat format) {
    try {
      byte[] bytes =
          isJson
              ? new ValueJson().encode(SpecificData.get().getSchema(type), text)
              : Base64.getDecoder().decode(text.strip());
      V unused = format.decode(type, bytes);
      return bytes;
    } catch (UnfitValueException e) {
      throw OperationException.invalid(
          option + " is no " + type.getSimpleName() + ": " + e.getMessage());
    } catch (UndecodableException e) {
      throw OperationException.invalid(
          option + " is no " + type.getSimpleName() + ": " + e.reason());
    } catch (IllegalArgumentException e) {
      throw OperationException.invalid(option + " must be base64");
    }
  }
}

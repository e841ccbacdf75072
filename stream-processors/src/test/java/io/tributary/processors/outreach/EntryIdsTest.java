package io.tributary.processors.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of Python's {@code uuid.uuid5(uuid.NAMESPACE_OID, name)}. */
final class EntryIdsTest {

  @ParameterizedTest
  @CsvSource({
    "twilio:AC1:SM1, 7c419aa7-b532-5705-a49f-5c1f5f50fbed",
    "twilio:AC00000000000000000000000000000001:SM00000000000000000000000000000001,"
        + " 5c5d9130-f33a-58e6-8e34-d31c1816bab2",
    "ses:d6iitobk75ur44p8kdnnp7g2n800, 18d4665a-ae39-5d2b-a244-8786cce87407",
    "u-1, 84ab23fe-91d5-5e09-a52c-8ee943b692c8",
    "'', 0a68eb57-c88a-5f34-9e9d-27f85e68af4f"
  })
  void shouldBeTheUuidOfTheMessagesId(String messageId, String expected) {
    assertThat(EntryIds.of(messageId)).isEqualTo(expected);
  }
}

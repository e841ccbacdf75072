package io.tributary.e2e.registry;

import static org.apache.flink.table.api.DataTypes.BIGINT;
import static org.apache.flink.table.api.DataTypes.FIELD;
import static org.apache.flink.table.api.DataTypes.ROW;
import static org.apache.flink.table.api.DataTypes.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.apicurio.registry.utils.converter.AvroConverter;
import io.tributary.avro.devices.Device;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.embedded.child.ListeningSockets;
import io.tributary.registry.IncompatibleSchemaException;
import io.tributary.registry.RegistryAddress;
import io.tributary.registry.RegistryFormat;
import io.tributary.registry.SchemaRegistration;
import io.tributary.registry.UnregisteredSchemaException;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.UndecodableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.table.data.RowData;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The Confluent wire format, against a registry and the readers of Kafka Connect and Flink. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RegistryFormatIT {

  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\\d+)");
  private static final Pattern TEXT = Pattern.compile("\"schema\"\\s*:\\s*\"(.*)\"\\s*,\\s*\"ref");
  private static final String READINGS = "devices.readings-value";

  private static final String LONG_NUMBER = "-1.2345678901234567890123456789012345678E-93";
  private static final long MOST = (1L << 53) - 1;

  private static final InboxStats STATS =
      InboxStats.newBuilder()
          .setTenantKey("acme")
          .setInboxKey("news")
          .setUid("u-42")
          .setPublished(MOST)
          .setRev(1L)
          .build();

  private static final HistoryMessage MESSAGE =
      HistoryMessage.newBuilder()
          .setOrgId("acme")
          .setUserId("u-42")
          .setThreadId("th-7")
          .setMessageId("m-1")
          .setRole(MessageRole.user)
          .setTimestampMs(1_795_219_200_000L)
          .setContent("How warm is it?")
          .setExpiryTimeS(1_826_755_200L)
          .setCreatedAtMs(1_795_219_200_125L)
          .setUpdatedAtMs(1_795_219_200_125L)
          .setRev(1L)
          .build();

  private static final DeviceReading READING =
      DeviceReading.newBuilder()
          .setHardwareId("24:6F:28:AE:52:7C")
          .setTimestampMs(1_795_219_200_000L)
          .setBatchId("24:6F:28:AE:52:7C_1795219200000")
          .setBootId("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
          .setFirmwareVersion("1.0.16")
          .setSensors(
              Sensors.newBuilder().setBme280TempC("23.14").setHumidityPct(LONG_NUMBER).build())
          .setSensorStatus(SensorStatus.newBuilder().setBme280("ok").build())
          .setReceivedAtMs(1_795_219_200_123L)
          .setBatchExpirationTimeS(1_797_811_200L)
          .build();

  private final Path data;
  private final RegistryFormat format;

  /** One test kills it and starts it again in its place. */
  private RegistryChild registry;

  RegistryFormatIT(@TempDir Path data) throws Exception {
    this.data = data;
    this.registry = RegistryChild.start(data);
    this.format = new RegistryFormat(registry.address(), "");
  }

  @BeforeAll
  void registerTwoAtOnce() throws Exception {
    List<CompletableFuture<Integer>> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      both.add(
          CompletableFuture.supplyAsync(
              () -> {
                {
                  SchemaRegistration schemas = new SchemaRegistration(registry.address(), "");
                  return schemas.register();
                }
              }));
    }
    for (CompletableFuture<Integer> each : both) {
      assertThat(each.get()).isNotNegative();
    }
    format.start();
  }

  @AfterAll
  void end() throws Exception {
    registry.process().leave();
    assertThat(registry.process().exitCode(Duration.ofMinutes(1))).isZero();
    assertThat(registry.process().unread()).as("beyond the ready line").isEmpty();
    registry.close();
  }

  @Test
  void shouldEndInTheSameWhereTwoRegisterAtOnce() {
    {
      SchemaRegistration schemas = new SchemaRegistration(registry.address(), "");
      assertThat(schemas.status())
          .allSatisfy(
              subject -> {
                assertThat(subject.rule()).contains("FULL_TRANSITIVE");
                assertThat(subject.versions()).doesNotHaveDuplicates().isNotEmpty();
              });
      assertThat(schemas.register()).isZero();
    }
  }

  /** A reading, a counter, a message, and one with enums, as those who subscribe read them. */
  @Test
  void shouldBeReadByKafkaConnect() {
    try (AvroConverter<Object> converter = new AvroConverter<>()) {
      converter.configure(
          Map.of(
              "apicurio.registry.url",
              registry.address() + "/apis/registry/v2",
              "apicurio.registry.as-confluent",
              true,
              "apicurio.registry.use-id",
              "contentId"),
          false);
      Function<SpecificRecordBase, Struct> read =
          value -> (Struct) converter.toConnectData("topic", format.encode(value)).value();

      Struct sensors = read.apply(READING).getStruct("sensors");
      assertThat(sensors.getString("bme280_temp_c")).isEqualTo("23.14");
      assertThat(sensors.getString("humidity_pct")).isEqualTo(LONG_NUMBER);
      assertThat(read.apply(READING).getInt64("timestamp_ms")).isEqualTo(1_795_219_200_000L);
      assertThat(read.apply(STATS).getInt64("published")).isEqualTo(MOST);
      assertThat(read.apply(MESSAGE).getString("content")).isEqualTo("How warm is it?");
      assertThat(read.apply(MESSAGE).getString("role")).isEqualTo("user");
    }
  }

  @Test
  void shouldBeReadByFlink() throws Exception {
    RowData reading =
        FlinkReader.of(
                ROW(
                    FIELD("timestamp_ms", BIGINT()),
                    FIELD("sensors", ROW(FIELD("bme280_temp_c", STRING()))),
                    FIELD("batch_id", STRING())),
                this::schema)
            .read(format.encode(READING));
    assertThat(reading.getLong(0)).isEqualTo(1_795_219_200_000L);
    assertThat(reading.getRow(1, 1).getString(0)).hasToString("23.14");
    assertThat(
            FlinkReader.of(ROW(FIELD("uid", STRING()), FIELD("published", BIGINT())), this::schema)
                .read(format.encode(STATS))
                .getLong(1))
        .isEqualTo(MOST);
    RowData message =
        FlinkReader.of(MESSAGE.getSchema(), this::schema).read(format.encode(MESSAGE));
    assertThat(message.getString(5)).hasToString("user");
    assertThat(message.getString(7)).hasToString("How warm is it?");
  }

  /** By the interface that Confluent's clients use. */
  private Schema schema(int id) {
    try {
      Matcher text = TEXT.matcher(registry.confluent("GET", "/schemas/ids/" + id, ""));
      assertThat(text.find()).isTrue();
      return new Schema.Parser().parse(text.group(1).replace("\\\"", "\""));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldReadBothWireFormats() {
    byte[] plain = SingleObjectFormat.ofReleases().encode(READING);

    for (byte[] bytes : List.of(plain, format.encode(READING))) {
      assertThat(format.decode(DeviceReading.class, bytes)).isEqualTo(READING);
      assertThat(format.decodeAny(bytes).getSchema().getName()).isEqualTo("DeviceReading");
    }
  }

  @Test
  void shouldWriteInternalTopicsWithoutTheRegistry() {
    SecretFingerprint mark = new SecretFingerprint("framing", "confluent");

    byte[] bytes = format.encode(mark);

    assertThat(SingleObjectFormat.ofReleases().decode(SecretFingerprint.class, bytes))
        .isEqualTo(mark);
  }

  @Test
  void shouldReadAVersionThatWasRegisteredLater() throws Exception {
    Schema later = withField(DeviceReading.getClassSchema(), "signal_dbm");
    String body = "{\"schema\":\"" + later.toString().replace("\"", "\\\"") + "\"}";
    Matcher id =
        ID.matcher(registry.confluent("POST", "/subjects/" + READINGS + "/versions", body));
    assertThat(id.find()).isTrue();

    byte[] bytes = written(Integer.parseInt(id.group(1)), later);

    assertThat(format.decode(DeviceReading.class, bytes)).isEqualTo(READING);
    assertThat(format.decodeAny(bytes).get("signal_dbm").toString()).isEqualTo("later");
    {
      SchemaRegistration schemas = new SchemaRegistration(registry.address(), "");
      assertThat(schemas.drift()).singleElement().asString().contains(READINGS, "of no release");
    }
  }

  /** Our value with one more field, in the wire format. */
  private static byte[] written(int id, Schema schema) throws IOException {
    GenericRecord record = new GenericData.Record(schema);
    GenericRecord plain =
        new GenericDatumReader<GenericRecord>(
                DeviceReading.getClassSchema(), schema, new GenericData())
            .read(null, DecoderFactory.get().binaryDecoder(body(READING), null));
    schema.getFields().forEach(field -> record.put(field.pos(), plain.get(field.pos())));
    record.put("signal_dbm", "later");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
    BinaryEncoder out = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(record, out);
    out.flush();
    return bytes.toByteArray();
  }

  private static byte[] body(DeviceReading reading) {
    byte[] framed = SingleObjectFormat.ofReleases().encode(reading);
    return java.util.Arrays.copyOfRange(framed, 10, framed.length);
  }

  private static Schema withField(Schema schema, String name) {
    String text = schema.toString();
    int end = text.lastIndexOf("]");
    return new Schema.Parser()
        .parse(
            text.substring(0, end)
                + ",{\"name\":\""
                + name
                + "\",\"type\":\"string\",\"default\":\"none\"}"
                + text.substring(end));
  }

  @Test
  void shouldTreatAnUnknownIdAsGarbage() {
    byte[] bytes = format.encode(READING);
    ByteBuffer.wrap(bytes).putInt(1, 987_654);

    assertThatThrownBy(() -> answered(() -> format.decode(DeviceReading.class, bytes)))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("987654");
    ByteBuffer.wrap(bytes).putInt(1, -7);
    assertThatThrownBy(() -> format.decodeAny(bytes)).isInstanceOf(UndecodableException.class);
  }

  @Test
  void shouldTakeSchemasThatAreNotOursForGarbage() throws Exception {
    String foreign = "{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"Foreign\\\",\\\"fields\\\":[]}";
    Matcher id =
        ID.matcher(
            registry.confluent(
                "POST", "/subjects/foreign-value/versions", "{\"schema\":\"" + foreign + "\"}"));
    assertThat(id.find()).isTrue();
    byte[] bytes = format.encode(READING);
    ByteBuffer.wrap(bytes).putInt(1, Integer.parseInt(id.group(1)));

    assertThatThrownBy(() -> answered(() -> format.decode(DeviceReading.class, bytes)))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("Foreign");
    assertThatThrownBy(() -> format.decodeAny(bytes)).isInstanceOf(UndecodableException.class);
    byte[] other = format.encode(READING);
    assertThatThrownBy(() -> format.decode(Device.class, other))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("DeviceReading");
  }

  @Test
  void shouldNotStartBeforeSchemasAreRegistered() {
    {
      RegistryFormat elsewhere = new RegistryFormat(registry.address(), "staging-");
      assertThatThrownBy(elsewhere::start)
          .isInstanceOf(UnregisteredSchemaException.class)
          .hasMessageContaining("staging-")
          .hasMessageContaining("tributary schemas register");
    }
  }

  @Test
  void shouldTakeTheAddressOfTheApiItself() {
    RegistryAddress api = RegistryAddress.of(URI.create(registry.address() + "/apis/ccompat/v7"));

    assertThat(new RegistryFormat(api, "").encode(READING)).isEqualTo(format.encode(READING));
  }

  @Test
  void shouldNameRefusedSchemas() throws Exception {
    String other =
        "{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"DeviceReading\\\",\\\"namespace\\\":"
            + "\\\"io.tributary.avro.devices\\\",\\\"fields\\\":"
            + "[{\\\"name\\\":\\\"color\\\",\\\"type\\\":\\\"string\\\"}]}";
    String unused =
        registry.confluent(
            "POST", "/subjects/odd-" + READINGS + "/versions", "{\"schema\":\"" + other + "\"}");
    {
      SchemaRegistration schemas = new SchemaRegistration(registry.address(), "odd-");
      for (int repeat = 0; repeat < 2; repeat++) {
        assertThatThrownBy(schemas::register)
            .isInstanceOf(IncompatibleSchemaException.class)
            .hasMessageContaining("odd-" + READINGS)
            .hasMessageContaining("io.tributary.avro.devices.DeviceReading")
            .hasMessageContaining("color")
            .hasMessageContaining("FULL_TRANSITIVE");
      }
      unused = registry.confluent("DELETE", "/subjects/odd-" + READINGS, "");
      unused = registry.confluent("DELETE", "/subjects/odd-" + READINGS + "?permanent=true", "");
      assertThat(schemas.register()).isPositive();
      assertThat(schemas.drift()).isEmpty();
    }
  }

  @Test
  void shouldContinueWithoutTheRegistryWithKnownSchemasAndKeepTheirIds() throws Exception {
    assertThat(ListeningSockets.exposedBy(registry.process().pid())).isEmpty();
    byte[] unknown = format.encode(READING);
    ByteBuffer.wrap(unknown).putInt(1, 1_000_000);
    {
      RegistryFormat known = new RegistryFormat(registry.address(), "kept-");
      SchemaRegistration schemas = new SchemaRegistration(registry.address(), "kept-");
      assertThat(schemas.register()).isNotNegative();
      known.start();
      List<SchemaRegistration.SubjectStatus> before = schemas.status();
      Map<String, String> carried = schemas.ids().newTo(Map.of());
      registry.process().kill();

      byte[] bytes = known.encode(READING);

      assertThat(known.decode(DeviceReading.class, bytes)).isEqualTo(READING);
      assertThatThrownBy(() -> known.decode(DeviceReading.class, unknown))
          .isInstanceOf(SchemaUnavailableException.class);
      registry = RegistryChild.start(data, registry.listener());
      assertThatThrownBy(() -> answered(() -> known.decode(DeviceReading.class, unknown)))
          .isInstanceOf(UndecodableException.class);
      assertThat(schemas.status()).isEqualTo(before).isNotEmpty();
      assertThat(schemas.drift()).isEmpty();
      assertThat(carried).isNotEmpty();
      assertThat(schemas.ids().differences(carried)).isEmpty();
      assertThat(schemas.register()).isZero();
    }
  }

  /** A registry that has just started, or has much to do, may have to be asked more than once. */
  private static void answered(Runnable reading) {
    for (int again = 0; again < 10; again++) {
      try {
        reading.run();
        return;
      } catch (SchemaUnavailableException e) {
        System.out.println("once more: " + e.getMessage());
      }
    }
    reading.run();
  }
}

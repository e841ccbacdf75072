package io.tributary.gateway.publish;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.version.Version;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import java.util.EnumMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

/** Stamps facts with values that results may depend on. */
public final class FactStamp {

  private final Ambient ambient;
  private final String version = Version.current().number();

  public FactStamp(Ambient ambient) {
    this.ambient = ambient;
  }

  public FactEnvelope envelope(ApiRequest request) {
    return FactEnvelope.newBuilder()
        .setFactId(ambient.newUuid().toString())
        .setAcceptedAtMs(ambient.nowMillis())
        .setRequestId(request.id())
        .setCaller(request.caller().name())
        .setProducerVersion(version)
        .build();
  }

  public <K, V extends SpecificRecordBase> OutgoingRecord<K, V> record(
      Topic<K, V> topic, K key, V fact, FactEnvelope envelope, ApiRequest request) {
    Map<RecordHeader, String> headers = new EnumMap<>(RecordHeader.class);
    headers.put(RecordHeader.FACT_ID, envelope.getFactId());
    headers.put(RecordHeader.ACCEPTED_AT, Long.toString(envelope.getAcceptedAtMs()));
    headers.put(RecordHeader.REQUEST_ID, envelope.getRequestId());
    request.trace().parent().ifPresent(value -> headers.put(RecordHeader.TRACE_PARENT, value));
    request.trace().state().ifPresent(value -> headers.put(RecordHeader.TRACE_STATE, value));
    return new OutgoingRecord<>(topic, key, fact, headers);
  }
}

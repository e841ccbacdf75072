package io.tributary.gateway.tenants;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.schemas.json.ForeignJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JSON in records. It was checked when it came in and is bounded in bytes, so reading has no
 * limits: a failure would lift a tenant's restrictions.
 */
final class StoredJson {

  private static final Logger log = LoggerFactory.getLogger(StoredJson.class);

  private static final ObjectMapper JSON =
      new ObjectMapper(ForeignJson.parsers(limits -> limits.maxNumberLength(Integer.MAX_VALUE)));

  private StoredJson() {}

  /** The value; a missing node if it is not JSON. */
  static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      log.warn("a record's text that is no JSON says nothing: {}", e.getOriginalMessage());
      return MissingNode.getInstance();
    }
  }
}

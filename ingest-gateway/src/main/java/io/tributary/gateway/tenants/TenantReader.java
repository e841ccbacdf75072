package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.RecordReader;

/** Reads tenants and users without their ids. */
final class TenantReader {

  private static final RecordReader TENANT =
      RecordReader.all(TenantPut.getClassSchema(), "tenant_id");
  private static final RecordReader USER =
      RecordReader.all(UserDetails.getClassSchema(), "user_id");

  private TenantReader() {}

  static TenantPut tenant(JsonObject body) {
    return TENANT.read(body, new TenantPut());
  }

  static UserDetails user(JsonObject body) {
    return USER.read(body, new UserDetails());
  }
}

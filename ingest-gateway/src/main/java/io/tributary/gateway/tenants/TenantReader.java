package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.gateway.json.RecordReader;
import io.tributary.gateway.json.RequestObject;

/** Reads tenants and users without their ids. */
final class TenantReader {

  private static final RecordReader TENANT =
      RecordReader.all(TenantPut.getClassSchema(), "tenant_id");
  private static final RecordReader USER =
      RecordReader.all(UserDetails.getClassSchema(), "user_id");

  private TenantReader() {}

  static TenantPut tenant(RequestObject body) {
    return TENANT.read(body, new TenantPut());
  }

  static UserDetails user(RequestObject body) {
    return USER.read(body, new UserDetails());
  }
}

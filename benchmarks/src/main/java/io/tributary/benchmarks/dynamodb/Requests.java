package io.tributary.benchmarks.dynamodb;

/** Requests as the sink sends them, each with keys of its own. */
enum Requests {
  PUT("PutItem") {
    @Override
    String body(long number) {
      return "{\"TableName\":\"device_readings\",\"Item\":" + numbered(number) + '}';
    }
  },
  TRANSACTION("TransactWriteItems") {
    @Override
    String body(long number) {
      return """
          {"TransactItems":[{"Put":{"TableName":"processed_batches","Item":{"batch_id":{"S":"%d"},\
          "expiration_time":{"N":"1893456000"}},"ConditionExpression":"attribute_not_exists(batch_id)",\
          "ReturnValuesOnConditionCheckFailure":"ALL_OLD"}},\
          {"Put":{"TableName":"device_readings","Item":%s}}]}"""
          .formatted(number, numbered(number));
    }
  },
  QUERY("Query") {
    @Override
    String body(long number) {
      return """
          {"TableName":"device_readings","KeyConditionExpression":"hardware_id = :h","Limit":100,\
          "ExpressionAttributeValues":{":h":{"S":"queried-%d"}}}"""
          .formatted(number % QUERIED);
    }
  };

  /** Partitions of 100 items that are queried. */
  static final int QUERIED = 100;

  private final String operation;

  Requests(String operation) {
    this.operation = operation;
  }

  String operation() {
    return operation;
  }

  abstract String body(long number);

  static String numbered(long number) {
    return reading("device-" + number % 1000, number);
  }

  /** A reading's item. */
  static String reading(String device, long number) {
    return """
        {"hardware_id":{"S":"%s"},"ts_batch":{"S":"%d#b"},"batch_id":{"S":"%d"},\
        "timestamp_ms":{"N":"1795219200000"},"boot_id":{"S":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6"},\
        "firmware_version":{"S":"1.0.16"},"friendly_name":{"S":"bench-north"},\
        "expiration_time":{"N":"1893456000"},"sensor_status":{"M":{"bme280":{"S":"ok"}}},\
        "sensors":{"M":{"bme280_temp_c":{"N":"23.14"},"ens160_aqi":{"N":"2"}}}}"""
        .formatted(device, number, number);
  }

  /** A table without indexes. */
  static String table(String name, String hash, String range) {
    return """
        {"TableName":"%s","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"%s",\
        "KeyType":"HASH"}%s],"AttributeDefinitions":[{"AttributeName":"%s","AttributeType":"S"}%s]}"""
        .formatted(
            name,
            hash,
            range.isEmpty() ? "" : ",{\"AttributeName\":\"" + range + "\",\"KeyType\":\"RANGE\"}",
            hash,
            range.isEmpty()
                ? ""
                : ",{\"AttributeName\":\"" + range + "\",\"AttributeType\":\"S\"}");
  }
}

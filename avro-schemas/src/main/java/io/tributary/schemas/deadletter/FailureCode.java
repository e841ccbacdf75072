package io.tributary.schemas.deadletter;

/** Reason of a dead letter. */
public enum FailureCode {
  /** The bytes are no value of the topic's type in any released schema. */
  UNDECODABLE(Stage.DECODE),
  /** A key part breaks its rule, or the record's key is not the one its value implies. */
  INVALID_KEY(Stage.PROCESS),
  /** A value is out of its range; the gateway would have refused it. */
  INVALID_VALUE(Stage.PROCESS),
  /** Processing failed for an unforeseen reason. */
  PROCESSING_FAILED(Stage.PROCESS),
  /** The fact would change, keep or let wait more than one fact may. */
  LIMIT_EXCEEDED(Stage.PROCESS),
  /** The batch id names another device, or another device used it first. */
  BATCH_ID_REUSED(Stage.PROCESS),
  /** The target message is not there, or did not come in time. */
  MESSAGE_NOT_FOUND(Stage.PROCESS),
  /** The provider's bytes are not an event of the expected kind. */
  MALFORMED(Stage.PROCESS),
  /** The channel was not claimed when the event was accepted. */
  NO_TENANT_MAPPING(Stage.PROCESS, true),
  /** The channel's tenant may not receive. */
  TENANT_INACTIVE(Stage.PROCESS, true),
  /** The tenant has not enabled this kind of channel. */
  CHANNEL_NOT_ALLOWED(Stage.PROCESS, true),
  /** The tenant receives from its own users alone, and the sender is not one. */
  SENDER_NOT_AUTHORIZED(Stage.PROCESS, true),
  /** The sender has no conversation with the addressed party, or an update's is not there. */
  CONVERSATION_NOT_FOUND(Stage.PROCESS, true),
  /** The conversation's status does not allow the change. */
  ILLEGAL_TRANSITION(Stage.PROCESS),
  /** The bytes of a record are not a value of its topic's type. */
  RECORD_UNDECODABLE(Stage.SINK_DECODE),
  /** DynamoDB refuses the item as such, and would refuse it again. */
  ITEM_REJECTED(Stage.STORE);

  private final Stage stage;
  private final boolean routine;

  FailureCode(Stage stage) {
    this(stage, false);
  }

  FailureCode(Stage stage, boolean routine) {
    this.stage = stage;
    this.routine = routine;
  }

  public Stage stage() {
    return stage;
  }

  /** True of failures that strangers cause in normal operation: no warning. */
  public boolean isRoutine() {
    return routine;
  }
}

package io.tributary.schemas.deadletter;

/** Reason of a dead letter. */
public enum FailureCode {
  UNDECODABLE(
      Stage.DECODE,
      "The bytes are no value of the topic's type in any released schema.",
      "Upgrade the processors, then redrive. Written by a foreign program: discard."),
  INVALID_KEY(
      Stage.PROCESS,
      "A key part breaks its rule, or key and value disagree.",
      "Ask the writer; edit or discard."),
  INVALID_VALUE(
      Stage.PROCESS,
      "A value is out of its range; the gateway would refuse it.",
      "Ask the writer; edit or discard."),
  PROCESSING_FAILED(Stage.PROCESS, "An unforeseen exception: a bug.", "Fix it, roll out, redrive."),
  LIMIT_EXCEEDED(
      Stage.PROCESS,
      "The fact would change, keep or hold back more than one fact may.",
      "Send less at once; discard."),
  BATCH_ID_REUSED(
      Stage.PROCESS,
      "The batch id names another device, or another device used it first.",
      "Edit: store it under another id. Or discard."),
  MESSAGE_NOT_FOUND(
      Stage.PROCESS,
      "The target message is missing, or did not come within 10 minutes.",
      "Ask the sender; redrive if the message is there now."),
  MALFORMED(
      Stage.PROCESS,
      "The provider's bytes are not an event of the expected kind.",
      "Read the reason; a fixed release can redrive it."),
  NO_TENANT_MAPPING(
      Stage.PROCESS,
      true,
      "No tenant had claimed the channel when the event was accepted.",
      "Claim the channel, then redrive."),
  TENANT_INACTIVE(
      Stage.PROCESS,
      true,
      "The channel's tenant was suspended.",
      "Activate the tenant, then redrive."),
  CHANNEL_NOT_ALLOWED(
      Stage.PROCESS,
      true,
      "The tenant has not enabled this type of channel.",
      "Change enabled_channels, then redrive."),
  SENDER_NOT_AUTHORIZED(
      Stage.PROCESS,
      true,
      "The tenant receives only from its own users.",
      "Add the sender as a user, then redrive."),
  CONVERSATION_NOT_FOUND(
      Stage.PROCESS,
      true,
      "The sender has no conversation with this number or address; or an update's is missing.",
      "Request the conversation, then redrive."),
  ILLEGAL_TRANSITION(
      Stage.PROCESS,
      "The conversation's status does not allow the update.",
      "Send the updates in order; discard."),
  RECORD_UNDECODABLE(
      Stage.SINK_DECODE,
      "The bytes are no value of the record topic's type.",
      "Upgrade the sink, then redrive. Written by a foreign program: discard."),
  ITEM_REJECTED(
      Stage.STORE,
      "DynamoDB refuses the item, and would again.",
      "Read the reason; edit or discard."),
  FOREIGN_ITEM(
      Stage.STORE,
      "The table holds an item of another writer, without a numeric rev.",
      "`tributary verify --repair`, then redrive.");

  private final Stage stage;
  private final boolean routine;
  private final String cause;
  private final String remedy;

  FailureCode(Stage stage, String cause, String remedy) {
    this(stage, false, cause, remedy);
  }

  FailureCode(Stage stage, boolean routine, String cause, String remedy) {
    this.stage = stage;
    this.routine = routine;
    this.cause = cause;
    this.remedy = remedy;
  }

  public Stage stage() {
    return stage;
  }

  /** True of failures that strangers cause in normal operation: no warning. */
  public boolean isRoutine() {
    return routine;
  }

  public String cause() {
    return cause;
  }

  /** Work for operators. */
  public String remedy() {
    return remedy;
  }
}

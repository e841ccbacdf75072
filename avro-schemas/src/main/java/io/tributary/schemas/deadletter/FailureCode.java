package io.tributary.schemas.deadletter;

/** Why a record became a dead letter. */
public enum FailureCode {
  /** The bytes are no value of the topic's type in any released schema. */
  UNDECODABLE(Stage.DECODE),
  /** A key part breaks its rule, or the record's key is not the one its value implies. */
  INVALID_KEY(Stage.PROCESS),
  /** A value is out of its range, so that no gateway of ours can have accepted it. */
  INVALID_VALUE(Stage.PROCESS),
  /** Processing failed in a way that nobody foresaw. */
  PROCESSING_FAILED(Stage.PROCESS),
  /** It would change, keep or let wait more than one fact may. */
  LIMIT_EXCEEDED(Stage.PROCESS),
  /** The batch id names another device, or another device used it first. */
  BATCH_ID_REUSED(Stage.PROCESS),
  /** The message that it concerns is not there, or did not come in time. */
  MESSAGE_NOT_FOUND(Stage.PROCESS),
  /** The provider's bytes are no event of the kind that they are taken for. */
  MALFORMED(Stage.PROCESS),
  /** Nobody had claimed the channel when the event was accepted. */
  NO_TENANT_MAPPING(Stage.PROCESS, true),
  /** The channel's tenant may not receive. */
  TENANT_INACTIVE(Stage.PROCESS, true),
  /** The tenant has not enabled this kind of channel. */
  CHANNEL_NOT_ALLOWED(Stage.PROCESS, true),
  /** The tenant hears its own users alone, and the sender is none of them. */
  SENDER_NOT_AUTHORIZED(Stage.PROCESS, true),
  /** The sender has no conversation with whom it wrote to, or an update's is not there. */
  CONVERSATION_NOT_FOUND(Stage.PROCESS, true),
  /** The conversation has not come so far, or has come too far, for what is told of it. */
  ILLEGAL_TRANSITION(Stage.PROCESS),
  /** The bytes of a record are no value of its topic's type. */
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

  /** The stage at which it happens. */
  public Stage stage() {
    return stage;
  }

  /** True of what strangers bring about while all is well, so that nobody need be warned. */
  public boolean isRoutine() {
    return routine;
  }
}

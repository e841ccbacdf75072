package io.tributary.processors.tenants;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserPut;
import io.tributary.processors.command.Outcomes;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.schemas.key.tenants.TenantsSubject;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides commands about tenants, users and channels in the order of their one log, each in one
 * transaction. A refused command is no dead letter but has an outcome, for its caller waits.
 */
final class TenantCommandStep implements FactStep<TenantsCommand> {

  private static final Outcomes OUTCOMES = new Outcomes(TenantsTopics.OUTCOMES);

  private final TenantCommandStates states;
  private final TenantCommandRules rules;

  TenantCommandStep(TenantCommandStates states) {
    this.states = states;
    this.rules = new TenantCommandRules(states);
  }

  @Override
  public List<OutputRecord<?, ?>> apply(TenantsCommand command) {
    FactEnvelope envelope = command.getEnvelope();
    states.observeTime(envelope.getAcceptedAtMs());
    Ruling ruling = rule(command.getChange(), envelope.getAcceptedAtMs());
    String subject = TenantsSubject.of(command);
    if (ruling instanceof Ruling.Applied applied) {
      List<OutputRecord<?, ?>> outputRecords = new ArrayList<>(applied.changes());
      outputRecords.add(OUTCOMES.applied(envelope, subject, applied.rev(), null));
      return outputRecords;
    }
    return List.of(OUTCOMES.rejected(envelope, subject, ((Ruling.Rejected) ruling).code()));
  }

  @Override
  public List<OutputRecord<?, ?>> onTimer(long wallClock) {
    return states.onTimer(wallClock);
  }

  private Ruling rule(Object change, long at) {
    try {
      return decide(change, at);
    } catch (FactRefusedException e) {
      return new Ruling.Rejected(e.failure().code().name());
    }
  }

  private Ruling decide(Object change, long at) {
    if (change instanceof TenantPut put) {
      return rules.put(put, at);
    }
    if (change instanceof TenantDeletion deletion) {
      return rules.delete(deletion, at);
    }
    if (change instanceof UserPut put) {
      return rules.put(put, at);
    }
    if (change instanceof UserDeletion deletion) {
      return rules.delete(deletion, at);
    }
    if (change instanceof ChannelClaim claim) {
      return rules.claim(claim, at);
    }
    return rules.release((ChannelRelease) change, at);
  }
}

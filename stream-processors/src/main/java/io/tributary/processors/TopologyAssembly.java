package io.tributary.processors;

import io.tributary.channels.provider.Provider;
import io.tributary.processors.devices.DevicesFamily;
import io.tributary.processors.history.HistoryFamily;
import io.tributary.processors.inbox.InboxFamily;
import io.tributary.processors.inbox.event.InboxLimits;
import io.tributary.processors.outreach.OutreachFamily;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.processors.tenants.TenantsFamily;
import io.tributary.processors.topology.ProcessorsFamily;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.topic.Family;
import java.util.List;
import java.util.Set;
import org.apache.kafka.streams.Topology;

/**
 * The whole path of the processors, family by family:
 *
 * <pre>
 * devices.device-commands   ─▶ decide ─────────────────────────────────────▶ devices.devices, devices.outcomes
 * devices.batches           ─┬▶ count activity ────────────────────────────▶ devices.devices
 *                            └▶ split ─▶ once for each (hardware_id, batch_id) ─▶ devices.readings
 * devices.api-key-commands  ─▶ decide, first claim wins ───────────────────▶ devices.api-keys, devices.outcomes
 * devices.api-key-uses      ─▶ count uses ─────────────────────────────────▶ devices.api-keys
 * history.events            ─┬▶ fold; feedback waits for its message ─────▶ history.messages, history.threads, history.feedback
 *       ▲                    └▶ waiting facts and their tombstones ────────▶ history.waits
 *       └── a tick, where a wait ends without another fact
 * inbox.settings-commands   ─▶ decide ─────────────────────────────────────▶ inbox.settings, inbox.outcomes
 * inbox.publish-commands    ─▶ decide, first claim wins ───────────────────▶ inbox.publishes, inbox.outcomes
 * inbox.publishes           ─▶ fan out to inboxes, or to every partition ──▶ inbox.events
 *       ▲                      (a tick: pass on to where the read waits)
 *       └── from inbox.events: a tick, where a wait is over, behind the publishes of that message
 * inbox.expiries            ─▶ pass on ────────────────────────────────────▶ inbox.events
 * inbox.events              ─┬▶ fold; a read waits for its message ──────▶ inbox.messages, inbox.receipts, inbox.stats
 *       ▲                    └▶ waiting facts and their tombstones ────────▶ inbox.waits
 *       └── continuations; unseen expiries
 * tenants.commands          ─▶ decide, first claim wins ───────────────────▶ tenants.tenants, tenants.users, tenants.channels, tenants.outcomes
 * tenants.webhooks          ─▶ normalize, once for each event ─────────────▶ tenants.messages, tenants.conversation-events
 * tenants.conversation-events ─▶ fold, once for each message ──────────────▶ tenants.conversations
 * outreach.events           ─▶ fold; a reply finds its conversation ───────▶ outreach.conversations, outreach.replies
 * facts that fail           ─▶ the dead letters of their family
 * </pre>
 */
public final class TopologyAssembly {

  private TopologyAssembly() {}

  public static Topology assemble(TopologyPlan plan, Settings settings) {
    List<ProcessorsFamily> families =
        List.of(
            new DevicesFamily(),
            new HistoryFamily(),
            new InboxFamily(InboxLimits.of(settings)),
            new TenantsFamily(settings.get(ProcessorsSettings.REMOVALS_REPEAT), Provider::format),
            new OutreachFamily(Provider::format));
    Set<Family> chosen = settings.get(KafkaSettings.FAMILIES);
    families.stream()
        .filter(family -> chosen.contains(family.family()))
        .forEach(family -> family.addTo(plan));
    return plan.topology();
  }
}

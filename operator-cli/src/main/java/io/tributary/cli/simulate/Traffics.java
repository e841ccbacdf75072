package io.tributary.cli.simulate;

import io.tributary.cli.client.ProviderAccount;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Family;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The traffic of some families, mixed by chance. */
final class Traffics {

  private static final Logger log = LoggerFactory.getLogger(Traffics.class);
  private static final Set<Family> BY_CHANNELS = Set.of(Family.TENANTS, Family.OUTREACH);
  private static final String ACCOUNTS = "slack, meta or twilio-whatsapp";

  private final List<Traffic> all;
  private final SplittableRandom chance;

  private Traffics(List<Traffic> all, SplittableRandom chance) {
    this.all = List.copyOf(all);
    this.chance = chance;
  }

  /**
   * The traffic of the plan's families; each has chances of its own, whichever others there are.
   */
  static Traffics of(Plan plan, Run run, Settings settings, List<ProviderAccount> accounts) {
    Tokens tokens = new Tokens(settings);
    if (accounts.isEmpty() && plan.families().stream().anyMatch(BY_CHANNELS::contains)) {
      log.warn("no webhooks are sent: --secrets-file names no account of {}", ACCOUNTS);
    }
    List<Traffic> all =
        Arrays.stream(Family.values())
            .filter(plan.families()::contains)
            .map(family -> of(family, plan.seed(), run, tokens, accounts))
            .toList();
    return new Traffics(all, new SplittableRandom(plan.seed()));
  }

  private static Traffic of(
      Family family, long seed, Run run, Tokens tokens, List<ProviderAccount> accounts) {
    SplittableRandom chance = new SplittableRandom(seed ^ family.label().hashCode());
    return switch (family) {
      case DEVICES -> new DevicesTraffic(run, tokens.admin(family), chance);
      case HISTORY -> new HistoryTraffic(run, tokens.service(family), chance);
      case INBOX -> new InboxTraffic(run, tokens.service(family), chance);
      case TENANTS ->
          new TenantsTraffic(run, tokens.admin(family), tokens.service(family), accounts, chance);
      case OUTREACH -> new OutreachTraffic(run, tokens.service(family), accounts, chance);
    };
  }

  List<Traffic> all() {
    return all;
  }

  List<Action> turn() {
    return all.get(chance.nextInt(all.size())).turn();
  }
}

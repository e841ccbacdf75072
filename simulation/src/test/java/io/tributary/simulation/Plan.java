package io.tributary.simulation;

import io.tributary.schemas.topic.Family;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a run does, all of which follows from its seed unless it is made smaller.
 *
 * @param requests how many beside the preparations
 * @param faulty whether anything goes wrong
 */
record Plan(long seed, Set<Family> families, int requests, boolean faulty) {

  /** The plan of a seed, over some of those families. */
  static Plan of(long seed, List<Family> among) {
    Chance chance = new Chance(seed);
    Set<Family> families = EnumSet.of(among.get((int) Math.floorMod(seed, among.size())));
    if (chance.nextInt(4) == 0) {
      families.add(chance.of(among));
    }
    return new Plan(seed, families, chance.between(20, 70), chance.nextInt(20) > 0);
  }

  Plan withRequests(int fewer) {
    return new Plan(seed, families, fewer, faulty);
  }
}

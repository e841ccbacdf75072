package io.tributary.embedded.kafka;

import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.UsageException;
import java.util.Arrays;

/**
 * A node of a cluster.
 *
 * @param id the node's number
 * @param voters every node's controller, {@code 1@127.0.0.1:19091,2@127.0.0.1:19092,…}
 * @param advertised address that clients are told, such as that of a proxy
 */
record ClusterNode(String id, String voters, LoopbackPort advertised) {

  ClusterNode {
    if (!voters.contains(id + "@")) {
      throw new UsageException("--voters must name node " + id + ", not only " + voters);
    }
  }

  /** How many nodes the cluster has. */
  int size() {
    return voters.split(",").length;
  }

  /** The address of the node's own controller. */
  String own() {
    return Arrays.stream(voters.split(","))
        .filter(voter -> voter.startsWith(id + "@"))
        .map(voter -> voter.substring(id.length() + 1))
        .findFirst()
        .orElseThrow();
  }
}

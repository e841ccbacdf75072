package io.tributary.runtime.lifecycle;

import io.tributary.runtime.config.HostPort;

/** A part that others reach by an address. */
public interface Server extends Component {

  /**
   * Does what of its start can be done while another still has the address; start then does the
   * rest.
   */
  default void prepare() throws Exception {}

  /** Where it listens, with the port that port 0 has become. */
  HostPort address();
}

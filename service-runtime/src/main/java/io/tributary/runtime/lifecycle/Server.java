package io.tributary.runtime.lifecycle;

import io.tributary.runtime.config.HostPort;

/** A part with an address. */
public interface Server extends Component {

  /** The bound address, with the port in place of port 0. */
  HostPort address();
}

package io.tributary.runtime.lifecycle;

import io.tributary.runtime.config.HostPort;

/** A part that others reach by an address. */
public interface Server extends Component {

  /** Where it listens, with the port that port 0 has become. */
  HostPort address();
}

/** Proxies that cut, slow or refuse connections. */
@NullMarked
package io.tributary.storm.network;

import org.jspecify.annotations.NullMarked;

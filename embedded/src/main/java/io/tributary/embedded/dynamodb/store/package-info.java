/** RocksDB: keys, atomic batches, snapshots, ordered scans. */
@NullMarked
package io.tributary.embedded.dynamodb.store;

import org.jspecify.annotations.NullMarked;

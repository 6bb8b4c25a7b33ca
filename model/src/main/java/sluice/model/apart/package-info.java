/**
 * Modules whose libraries are large stay apart from the class path, and are loaded when an address
 * asks for them: {@link sluice.model.apart.ApartModule}.
 *
 * <p>Called by {@code cold-hbase}, {@code ingest}, {@code live}, {@code readonly} and {@code
 * storage-hadoop}.
 */
@NullMarked
package sluice.model.apart;

import org.jspecify.annotations.NullMarked;

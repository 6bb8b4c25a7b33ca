package sluice.model;

import org.jspecify.annotations.Nullable;

/**
 * A row to be put into a hot store, with the header that its list has from then on.
 *
 * @param before what {@link HotStore#link} returned for the key of {@code row}
 */
public record HotPut(@Nullable HotLink before, HotLink row, HotHeader header) {}

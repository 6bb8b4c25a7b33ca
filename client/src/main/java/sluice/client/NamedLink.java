package sluice.client;

import org.jspecify.annotations.Nullable;
import sluice.model.Link;
import sluice.model.names.WrittenName;

/** A link with the names of its ids and type; null for one without a name, whose number counts. */
public record NamedLink(
        @Nullable WrittenName id1,
        @Nullable WrittenName linkType,
        @Nullable WrittenName id2,
        Link link) {}

package sluice.question;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.schema.Conversion;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;

/** Makes values and facets into what is shown of them. Belongs to one thread. */
public final class ShownValues {
    private static final byte[] NO_BYTES = new byte[0];

    private final Conversion conversion = new Conversion();
    private final ValueReader links = new ValueReader();

    /** The value that the data of a property row are; empty where they are something else. */
    public Optional<PropertyValue> ofProperty(byte[] data) {
        boolean isValue =
                links.read(MemorySegment.ofArray(data), 0, data.length)
                        && links.type() != ValueType.UID;
        if (!isValue) {
            return Optional.empty();
        }
        StoredValue value = new StoredValue();
        value.read(0, 0, data);
        return Optional.of(of(value));
    }

    /** A copy of {@code value}. */
    PropertyValue of(StoredValue value) {
        ValueType type = value.type();
        return new PropertyValue(
                type,
                value.language(),
                value.datatype(),
                text(value.value()),
                facets(value.row(), value.data()));
    }

    /** {@code value} becomes a text. */
    private String text(TypedValue value) {
        if (value.type() != ValueType.BINARY && value.type() != ValueType.OTHER) {
            conversion.convert(value, ValueType.STRING);
        }
        return value.text();
    }

    private List<Facet> facets(ValueReader row, byte[] data) {
        List<Facet> facets = new ArrayList<>();
        TypedValue value = new TypedValue();
        for (int i = 0; i < row.facetCount(); i++) {
            row.nextFacet();
            String key =
                    new String(
                            data,
                            (int) row.facetKeyOffset(),
                            row.facetKeyLength(),
                            StandardCharsets.UTF_8);
            row.copyFacet(value, NO_BYTES);
            ValueType type = value.type();
            facets.add(new Facet(key, type, text(value)));
        }
        return facets;
    }

    /** The facets that the data of a link are; empty where they are something else. */
    public Optional<List<Facet>> facetsOfLink(byte[] data) {
        if (data.length == 0
                || !links.read(MemorySegment.ofArray(data), 0, data.length)
                || links.type() != ValueType.UID) {
            return Optional.empty();
        }
        return Optional.of(facets(links, data));
    }
}

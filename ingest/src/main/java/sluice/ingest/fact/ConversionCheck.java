package sluice.ingest.fact;

import sluice.rdf.KnownType;
import sluice.rdf.LexicalCheck;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * Takes for values of a type what converts to it. Belongs to one thread. Makes no object for
 * numbers, truth values and times.
 */
public final class ConversionCheck implements LexicalCheck {
    private final Conversion conversion = new Conversion();
    private final TypedValue value = new TypedValue();

    @Override
    public boolean isValue(KnownType type, byte[] bytes, int offset, int length) {
        ValueType to =
                switch (type) {
                    case INT -> ValueType.INT;
                    case FLOAT -> ValueType.FLOAT;
                    case BOOL -> ValueType.BOOL;
                    case DATETIME -> ValueType.DATETIME;
                    case BIGFLOAT -> ValueType.BIGFLOAT;
                    case VECTOR -> ValueType.VECTOR;
                    case GEO -> ValueType.GEO;
                    case STRING, BINARY, PASSWORD -> ValueType.STRING;
                };
        value.setBytes(ValueType.DEFAULT, bytes, offset, length);
        return conversion.convert(value, to) == ConversionFault.NONE;
    }
}

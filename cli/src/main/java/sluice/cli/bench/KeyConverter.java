package sluice.cli.bench;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import sluice.model.SluiceException;

/** Turns the key of one of a few things into it; what refuses a wrong key says which there are. */
abstract class KeyConverter<T> implements ITypeConverter<T> {
    private final Function<String, T> ofKey;

    KeyConverter(Function<String, T> ofKey) {
        this.ofKey = ofKey;
    }

    @Override
    public final T convert(String text) {
        try {
            return ofKey.apply(text);
        } catch (SluiceException refusal) {
            throw new TypeConversionException(String.valueOf(refusal.getMessage()));
        }
    }
}

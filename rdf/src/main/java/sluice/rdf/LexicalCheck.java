package sluice.rdf;

/** Says which texts are values of a type. Belongs to one parser, unless it says otherwise. */
public interface LexicalCheck {
    /**
     * Whether the bytes, which are valid UTF-8 and not empty, are a value of {@code type}. Called
     * once for each typed literal and for each facet that may be a time.
     */
    boolean isValue(KnownType type, byte[] bytes, int offset, int length);
}

package sluice.load;

import java.util.List;

/**
 * The links of one chunk with an end that no node row declares.
 *
 * @param count of them
 * @param examples the first {@value #EXAMPLES_MAX}, with lines counted within the chunk
 */
record DanglingLinks(long count, List<Example> examples) {
    static final int EXAMPLES_MAX = 10;
    static final DanglingLinks NONE = new DanglingLinks(0, List.of());

    /** One of the links. */
    record Example(long line, int column, String cause) {}

    DanglingLinks {
        examples = List.copyOf(examples);
    }
}

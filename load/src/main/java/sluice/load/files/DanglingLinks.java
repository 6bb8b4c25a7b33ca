package sluice.load.files;

import java.util.List;

/**
 * The links of one chunk with an end that no node row declares.
 *
 * @param count of them
 * @param examples the first {@value #EXAMPLES_MAX}, with lines counted within the chunk
 */
public record DanglingLinks(long count, List<Example> examples) {
    public static final int EXAMPLES_MAX = 10;
    public static final DanglingLinks NONE = new DanglingLinks(0, List.of());

    /** One of the links. */
    public record Example(long line, int column, String cause) {}

    public DanglingLinks {
        examples = List.copyOf(examples);
    }
}

package sluice.dictionary;

import java.util.ArrayList;
import java.util.List;
import sluice.storage.CorruptFileException;

/** The problems that checking a dictionary finds, the first thousand of them. */
final class DictionaryProblems {
    private static final int PROBLEMS_MAX = 1000;

    private final List<CorruptFileException> problems = new ArrayList<>();

    void add(CorruptFileException problem) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(problem);
        }
    }

    List<CorruptFileException> list() {
        return List.copyOf(problems);
    }
}

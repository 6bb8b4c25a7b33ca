package sluice.question;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.model.LinkList;
import sluice.schema.ValueType;

/** Whether a condition is true of a node, by the node's own rows. Belongs to one thread. */
sealed interface Check {
    boolean isTrue(long id, Reading reading) throws IOException;

    /** The types of the rows that can make it true; none where it is true without any row. */
    List<Long> types();

    /**
     * Whether one of the values is as wanted.
     *
     * @param declared the type of the predicate's values; null where it is not declared
     */
    record OfValues(
            long type,
            @Nullable ValueType declared,
            PredicateName.Language language,
            ValueMatcher matcher,
            StoredValue value)
            implements Check {
        @Override
        public boolean isTrue(long id, Reading reading) throws IOException {
            for (long offset = 0; ; offset += Reading.PAGE_ROWS) {
                LinkList list = reading.list(id, type, offset, Reading.PAGE_ROWS);
                for (int i = 0; i < list.size(); i++) {
                    value.read(list, i);
                    if (value.isOf(language)
                            && value.isComparable(declared)
                            && matcher.matches(value)) {
                        return true;
                    }
                }
                if (list.size() < Reading.PAGE_ROWS) {
                    return false;
                }
            }
        }

        @Override
        public List<Long> types() {
            return List.of(type);
        }
    }

    /** Whether the number of links or values, of all types together, is in a range. */
    record OfCount(List<Long> types, long min, long max) implements Check {
        @Override
        public boolean isTrue(long id, Reading reading) throws IOException {
            long count = 0;
            for (long type : types) {
                count += reading.countOf(id, type);
            }
            return count >= min && count <= max;
        }

        /** Whether nodes without any row are meant too. */
        boolean takesNone() {
            return min <= 0;
        }
    }

    /** Whether there is a link to one of some nodes. */
    record OfLinks(long type, List<Long> ends) implements Check {
        @Override
        public boolean isTrue(long id, Reading reading) throws IOException {
            for (long end : ends) {
                if (reading.hasLink(id, type, end)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public List<Long> types() {
            return List.of(type);
        }
    }

    /** Whether one of two is true; a predicate without a declaration may have values and links. */
    record OfEither(Check first, Check second) implements Check {
        @Override
        public boolean isTrue(long id, Reading reading) throws IOException {
            return first.isTrue(id, reading) || second.isTrue(id, reading);
        }

        @Override
        public List<Long> types() {
            return Stream.concat(first.types().stream(), second.types().stream()).toList();
        }
    }

    /** What nothing can make true: a predicate without rows, a name that there is not. */
    record Never() implements Check {
        @Override
        public boolean isTrue(long id, Reading reading) {
            return false;
        }

        @Override
        public List<Long> types() {
            return List.of();
        }
    }
}

package sluice.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;

/**
 * Some rows in the columns that Spark reads. Used again for later rows. Belongs to one thread at a
 * time.
 */
final class RowBatch implements RowSink {
    /** How many rows make a batch full, about. */
    static final int ROWS = 4096;

    /** How many bytes of texts and data make a batch full, about. */
    private static final int BYTES = 1 << 20;

    private final TableColumn[] columns;
    private final FilledVector[] vectors;
    private final boolean[] texts;
    private final ColumnarBatch batch;
    private final boolean hasValues;
    private final PropertyTexts value = new PropertyTexts();
    private @Nullable RowNames names;
    private int rows;

    /** A batch of rows. */
    RowBatch(TableColumns wanted) {
        this.columns = wanted.columns().toArray(TableColumn[]::new);
        this.vectors = new FilledVector[columns.length];
        this.texts = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++) {
            texts[i] = wanted.isText(columns[i]);
            vectors[i] =
                    texts[i] || columns[i] == TableColumn.DATA
                            ? new BytesVector(wanted.type(columns[i]))
                            : new NumberVector(wanted.type(columns[i]));
        }
        this.batch = new ColumnarBatch(vectors);
        this.hasValues = wanted.columns().stream().anyMatch(TableColumn::isOfValue);
    }

    /** A batch of one row that has {@code count} in each of {@code columns} columns. */
    static ColumnarBatch ofCount(long count, int columns) {
        List<NumberVector> counts = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            NumberVector vector = new NumberVector(DataTypes.LongType);
            vector.add(count);
            counts.add(vector);
        }
        return new ColumnarBatch(counts.toArray(NumberVector[]::new), 1);
    }

    /** Forgets all rows; those to come have the names in {@code newNames}. */
    void begin(@Nullable RowNames newNames) {
        names = newNames;
        rows = 0;
        for (FilledVector vector : vectors) {
            vector.clear();
        }
    }

    int rows() {
        return rows;
    }

    boolean isFull() {
        if (rows >= ROWS) {
            return true;
        }
        long bytes = 0;
        for (FilledVector vector : vectors) {
            bytes += vector instanceof BytesVector some ? some.length() : 0;
        }
        return bytes >= BYTES;
    }

    /** The first rows, {@code most} at most, for Spark. */
    ColumnarBatch columns(long most) {
        batch.setNumRows((int) Math.min(rows, most));
        return batch;
    }

    @Override
    public void append(
            long id1,
            long type,
            long id2,
            long time,
            long version,
            int flags,
            byte[] data,
            int dataOffset,
            int dataLength) {
        if (hasValues) {
            value.read(data, dataOffset, dataLength);
        }
        for (int i = 0; i < columns.length; i++) {
            switch (columns[i]) {
                case PREDICATE -> add(i, PropertyTypes.predicateOf(type));
                case VALUE, VALUE_TYPE, LANGUAGE -> {
                    byte[] text = value.text(columns[i]);
                    ((BytesVector) vectors[i]).add(text, 0, text.length);
                }
                case ID, ID1 -> add(i, id1);
                case TYPE, LINK_TYPE -> add(i, type);
                case ID2 -> add(i, id2);
                case TIME -> ((NumberVector) vectors[i]).add(time);
                case VERSION -> ((NumberVector) vectors[i]).add(version);
                case VISIBILITY ->
                        ((NumberVector) vectors[i]).add((flags & RowSink.HIDDEN) == 0 ? 1 : 0);
                case DATA -> ((BytesVector) vectors[i]).add(data, dataOffset, dataLength);
            }
        }
        rows++;
    }

    private void add(int index, long number) {
        RowNames known = names;
        if (!texts[index] || known == null) {
            ((NumberVector) vectors[index]).add(number);
            return;
        }
        try {
            boolean isType = columns[index].isType() || columns[index] == TableColumn.PREDICATE;
            byte[] text = isType ? known.type(number) : known.id(number);
            ((BytesVector) vectors[index]).add(text, 0, text.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

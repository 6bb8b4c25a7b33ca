package sluice.parquet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The end of a Parquet file: its columns and its row groups.
 *
 * @param rowCount of all row groups
 */
record Footer(List<ParquetColumn> columns, List<RowGroup> groups, long rowCount) {
    /** The memory of a {@link Place}. */
    private static final int PLACE_BYTES = 64;

    /** A run of rows, whose values are stored column by column. */
    record RowGroup(long rowCount, List<Place> columns) {}

    /**
     * Where the values of a column of a row group are.
     *
     * @param codec the format's number of how pages are packed
     * @param startByte where its first page begins
     */
    record Place(int codec, long valueCount, long startByte, long endByte) {}

    /** Reads a footer; {@code dataEndByte} is where it begins in the file. */
    static Footer read(byte[] bytes, long dataEndByte, PageMemory memory) throws ParquetFault {
        CompactReader in = new CompactReader(bytes, bytes.length);
        List<ParquetColumn> columns = List.of();
        List<RowGroup> groups = List.of();
        long rowCount = -1;
        for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
            switch (field) {
                case 2 -> columns = new SchemaColumns(in, memory).read();
                case 3 -> rowCount = in.readLong();
                case 4 -> groups = groups(in, columns, dataEndByte, memory);
                case 8 -> throw encrypted();
                default -> in.skip();
            }
        }
        check(columns, groups, rowCount);
        return new Footer(columns, groups, rowCount);
    }

    private static void check(List<ParquetColumn> columns, List<RowGroup> groups, long rowCount)
            throws ParquetFault {
        if (columns.isEmpty()) {
            throw ParquetFault.unread(
                    "the Parquet file has no columns", "write it with the columns of a relation");
        }
        Set<String> names = new HashSet<>();
        for (ParquetColumn column : columns) {
            if (!names.add(column.name())) {
                throw ParquetFault.unread(
                        "the Parquet file has two columns \"%s\"".formatted(column.name()),
                        "rename one of them");
            }
        }
        long sum = 0;
        for (RowGroup group : groups) {
            sum = group.rowCount < 0 || sum < 0 ? -1 : sum + group.rowCount;
        }
        if (sum != rowCount || sum < 0) {
            throw ParquetFault.damaged(
                    "its footer says %d rows, and its row groups have %d".formatted(rowCount, sum));
        }
    }

    static ParquetFault encrypted() {
        return ParquetFault.unread(
                "the Parquet file is encrypted", "write it without encryption first");
    }

    private static List<RowGroup> groups(
            CompactReader in, List<ParquetColumn> columns, long dataEndByte, PageMemory memory)
            throws ParquetFault {
        int size = in.readList(CompactReader.STRUCT);
        List<RowGroup> groups = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            memory.take(PLACE_BYTES * (1L + columns.size()));
            List<Place> places = List.of();
            long rowCount = -1;
            for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
                switch (field) {
                    case 1 -> places = places(in, columns, dataEndByte);
                    case 3 -> rowCount = in.readLong();
                    default -> in.skip();
                }
            }
            if (places.size() != columns.size()) {
                throw ParquetFault.damaged(
                        "row group %d has %d columns, expected %d"
                                .formatted(index + 1, places.size(), columns.size()));
            }
            for (int column = 0; column < places.size(); column++) {
                if (places.get(column).valueCount != rowCount) {
                    throw ParquetFault.damaged(
                            "row group %d says %d rows, and its column \"%s\" has %d values"
                                    .formatted(
                                            index + 1,
                                            rowCount,
                                            columns.get(column).name(),
                                            places.get(column).valueCount));
                }
            }
            groups.add(new RowGroup(rowCount, places));
        }
        return groups;
    }

    private static List<Place> places(
            CompactReader in, List<ParquetColumn> columns, long dataEndByte) throws ParquetFault {
        int size = in.readList(CompactReader.STRUCT);
        if (size != columns.size()) {
            throw ParquetFault.damaged(
                    "a row group has %d columns, expected %d".formatted(size, columns.size()));
        }
        List<Place> places = new ArrayList<>(size);
        for (ParquetColumn column : columns) {
            Place place = null;
            for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
                switch (field) {
                    case 1 ->
                            throw ParquetFault.unread(
                                    "the Parquet file holds no rows, only where those of \"%s\" are"
                                            .formatted(in.readText()),
                                    "load these files, or their directory");
                    case 3 -> {
                        in.requireStruct();
                        place = place(in, column, dataEndByte);
                    }
                    case 8, 9 -> throw encrypted();
                    default -> in.skip();
                }
            }
            if (place == null) {
                throw ParquetFault.damaged(
                        "column \"%s\" of a row group has no place".formatted(column.name()));
            }
            places.add(place);
        }
        return places;
    }

    private static Place place(CompactReader in, ParquetColumn column, long dataEndByte)
            throws ParquetFault {
        int type = -1;
        int codec = -1;
        long valueCount = -1;
        long packedBytes = -1;
        long dataByte = -1;
        long dictionaryByte = -1;
        for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
            switch (field) {
                case 1 -> type = in.readInt();
                case 4 -> codec = in.readInt();
                case 5 -> valueCount = in.readLong();
                case 7 -> packedBytes = in.readLong();
                case 9 -> dataByte = in.readLong();
                case 11 -> dictionaryByte = in.readLong();
                default -> in.skip();
            }
        }
        if (type != column.physical().ordinal()) {
            throw ParquetFault.damaged(
                    "column \"%s\" is of type %d in a row group, and of type %d in the schema"
                            .formatted(column.name(), type, column.physical().ordinal()));
        }
        long start = dictionaryByte > 0 && dictionaryByte < dataByte ? dictionaryByte : dataByte;
        boolean empty = valueCount == 0;
        if (!empty && (start < 4 || packedBytes < 0 || packedBytes > dataEndByte - start)) {
            throw ParquetFault.damaged(
                    "column \"%s\" of a row group has %d bytes at byte %d, and the data end at byte %d"
                            .formatted(column.name(), packedBytes, start, dataEndByte));
        }
        return new Place(codec, valueCount, start, empty ? start : start + packedBytes);
    }
}

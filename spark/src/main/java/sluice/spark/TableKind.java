package sluice.spark;

import java.util.List;
import sluice.model.RowKind;
import sluice.store.scan.RowWish;

/** The tables of a store. */
enum TableKind {
    LINKS(
            RowKind.LINK,
            List.of(
                    TableColumn.ID1,
                    TableColumn.LINK_TYPE,
                    TableColumn.ID2,
                    TableColumn.TIME,
                    TableColumn.VISIBILITY,
                    TableColumn.VERSION,
                    TableColumn.DATA)),
    NODES(
            RowKind.NODE,
            List.of(
                    TableColumn.ID,
                    TableColumn.TYPE,
                    TableColumn.TIME,
                    TableColumn.VERSION,
                    TableColumn.DATA)),
    PROPERTIES(
            RowKind.LINK,
            List.of(
                    TableColumn.ID,
                    TableColumn.PREDICATE,
                    TableColumn.VALUE,
                    TableColumn.VALUE_TYPE,
                    TableColumn.LANGUAGE));

    private final RowKind rows;
    private final List<TableColumn> columns;

    TableKind(RowKind rows, List<TableColumn> columns) {
        this.rows = rows;
        this.columns = columns;
    }

    RowKind rows() {
        return rows;
    }

    List<TableColumn> columns() {
        return columns;
    }

    /** All rows of the table in a store that has properties, or has none. */
    RowWish wish(boolean hasProperties) {
        return switch (this) {
            case LINKS -> hasProperties ? RowWish.LINKS : RowWish.ALL;
            case NODES -> RowWish.ALL;
            case PROPERTIES -> RowWish.PROPERTIES_ALONE;
        };
    }
}

package sluice.ingest.row;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.row.Column.JsonKind;
import sluice.ingest.row.Column.Role;
import sluice.ingest.row.Relation.TypeRef;
import sluice.model.RowKind;
import sluice.schema.Predicate;
import sluice.schema.ValueType;

/** Makes relations that a parser must accept, of every kind of column, in any order. */
final class RandomRelations {
    private static final String[] PATTERNS = {
        "yyyyMMdd",
        "yyyyMMddHHmmssSSS",
        "yyyy-MM-dd HH:mm:ss",
        "dd/MM/yyyy",
        "yyyy-MM-dd'T'HH:mm",
        "d.M.yyyy",
        "dd MMM yyyy"
    };

    private final Random random;

    RandomRelations(Random random) {
        this.random = random;
    }

    Relation next() {
        RowKind kind = random.nextInt(4) == 0 ? RowKind.NODE : RowKind.LINK;
        List<Column> columns = new ArrayList<>();
        columns.add(id(Role.ID1));
        if (kind == RowKind.LINK) {
            columns.add(id(Role.ID2));
        }
        @Nullable TypeRef type = type(columns);
        if (random.nextBoolean()) {
            columns.add(new Column("time", Role.TIME, null, time(), null));
        }
        addSometimes(columns, Role.VERSION);
        addSometimes(columns, Role.DELETE);
        if (kind == RowKind.LINK) {
            addSometimes(columns, Role.VISIBILITY);
        }
        addPayload(columns);
        if (kind == RowKind.NODE) {
            addValues(columns);
        }
        for (int count = random.nextInt(4) - 1; count > 0; count--) {
            columns.add(new Column("left out " + count, Role.IGNORE, null, null, null));
        }
        if (random.nextBoolean()) {
            Collections.shuffle(columns, random);
        }
        boolean hasInverse = kind == RowKind.LINK && random.nextInt(4) == 0;
        @Nullable TypeRef inverse = hasInverse ? new TypeRef.Named("back") : null;
        boolean extraFields = random.nextInt(5) == 0;
        boolean shortRows = random.nextBoolean();
        return new Relation(
                "random",
                kind,
                format(),
                columns,
                type,
                inverse,
                (byte) ';',
                extraFields,
                shortRows);
    }

    private Column id(Role role) {
        String group = random.nextInt(3) == 0 ? random.nextBoolean() ? "" : "people" : null;
        return new Column(role.name(), role, group, null, null);
    }

    private @Nullable TypeRef type(List<Column> columns) {
        switch (random.nextInt(4)) {
            case 0 -> columns.add(new Column("type", Role.TYPE_NUMBER, null, null, null));
            case 1 -> columns.add(new Column("type", Role.TYPE_NAME, null, null, null));
            case 2 -> {
                return new TypeRef.Named("knows");
            }
            default -> {
                return new TypeRef.Number(7);
            }
        }
        return null;
    }

    private TimeFormat time() {
        return switch (random.nextInt(7)) {
            case 6 -> new TimeFormat.Unit(1, 1);
            case 0 -> TimeFormat.RAW;
            case 1 -> new TimeFormat.Unit(1000, 1);
            case 2 -> new TimeFormat.Unit(1, 1000);
            case 3 -> new TimeFormat.Iso();
            default -> new TimeFormat.Pattern(PATTERNS[random.nextInt(PATTERNS.length)]);
        };
    }

    private void addSometimes(List<Column> columns, Role role) {
        if (random.nextInt(4) == 0) {
            columns.add(new Column(role.name(), role, null, null, null));
        }
    }

    private void addPayload(List<Column> columns) {
        if (random.nextInt(2) == 0) {
            columns.add(new Column("data", Role.DATA, null, null, null));
        } else {
            JsonKind[] kinds = JsonKind.values();
            for (int count = random.nextInt(4); count > 0; count--) {
                String name = "p\"" + count + "é\n";
                columns.add(
                        new Column(
                                name,
                                Role.PROPERTY,
                                null,
                                null,
                                kinds[random.nextInt(kinds.length)]));
            }
        }
    }

    private void addValues(List<Column> columns) {
        for (int count = random.nextInt(4); count > 0; count--) {
            boolean isArray = random.nextInt(3) == 0;
            Predicate declared =
                    random.nextBoolean()
                            ? new Predicate(
                                    0,
                                    "v" + count,
                                    ValueType.STRING,
                                    isArray || random.nextBoolean(),
                                    Set.of(),
                                    List.of())
                            : null;
            ValueColumn value = new ValueColumn("v" + count, "", isArray, null, false, declared);
            columns.add(new Column("value " + count, Role.VALUE, null, null, null, value));
        }
    }

    private TextFormat format() {
        int quote = random.nextInt(3) == 0 ? -1 : random.nextInt(5) == 0 ? '\'' : '"';
        int comment = random.nextBoolean() ? -1 : '#';
        boolean whitespace = random.nextInt(4) == 0;
        byte[] delimiters = {'\t', ',', '|', ' ', (byte) 0xA7, ':', 0};
        int escape = random.nextInt(3) == 0 ? '\\' : -1;
        String[] nullTexts = {"\\N", "", "NULL", "-1"};
        return new TextFormat(
                delimiters[random.nextInt(delimiters.length)],
                whitespace,
                quote,
                comment,
                escape,
                random.nextInt(4) == 0,
                random.nextInt(3) == 0 ? nullTexts[random.nextInt(nullTexts.length)] : null,
                random.nextInt(6) == 0);
    }
}

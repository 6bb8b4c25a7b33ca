package sluice.experiments.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** A batch and the way in which it is inserted into a live HBase. */
public enum LiveWay {
    PLANNED("planned", Keys.ZIPF, Order.PLANNED, true),
    RANDOM("random order, HBase splits and balances", Keys.ZIPF, Order.RANDOM, true),
    SORTED("in key order, HBase splits and balances", Keys.ZIPF, Order.SORTED, true),
    PLANNED_APPEND("appended, planned", Keys.APPEND, Order.PLANNED, true),
    APPEND("appended in random order, nothing balances", Keys.APPEND, Order.RANDOM, false);

    /** The keys of a batch. */
    enum Keys {
        /** Zipf's law, exponent 1, over 100 parts of the table. */
        ZIPF,
        /** Behind the last key. */
        APPEND
    }

    /** The order in which rows come. */
    enum Order {
        PLANNED,
        RANDOM,
        SORTED
    }

    private final String title;
    private final Keys keys;
    private final Order order;
    private final boolean isBalanced;

    LiveWay(String title, Keys keys, Order order, boolean isBalanced) {
        this.title = title;
        this.keys = keys;
        this.order = order;
        this.isBalanced = isBalanced;
    }

    /** The way of this key. */
    public static LiveWay of(String key) {
        return Arrays.stream(values())
                .filter(way -> way.key().equals(key))
                .findFirst()
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.CONFIG,
                                        "\"%s\" is no way of inserting; expected one of %s"
                                                .formatted(key, String.join(", ", keyNames()))));
    }

    /** The keys of all ways. */
    public static List<String> keyNames() {
        return Arrays.stream(values()).map(LiveWay::key).toList();
    }

    /** Names it in options, tables and files. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String title() {
        return title;
    }

    Keys keys() {
        return keys;
    }

    Order order() {
        return order;
    }

    /** Whether HBase may split and move regions while rows come. */
    boolean isBalanced() {
        return isBalanced;
    }

    /** The planned way of the same batch. */
    LiveWay planned() {
        return keys == Keys.ZIPF ? PLANNED : PLANNED_APPEND;
    }
}

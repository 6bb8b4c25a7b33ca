package sluice.hot.mysql;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** How the server keeps the rows of links, counts and nodes. */
public enum MySqlEngine {
    /** The default: transactions, reads of one moment, nothing lost by a crash. */
    INNODB("InnoDB", true),
    /** No transactions: see docs/hot-mysql.md for what is lost. */
    MYISAM("MyISAM", false),
    /** As MyISAM, in MariaDB only; its pages survive a crash, a write in its midst does not. */
    ARIA("Aria", false);

    private final String sqlName;
    private final boolean transactional;

    MySqlEngine(String sqlName, boolean transactional) {
        this.sqlName = sqlName;
        this.transactional = transactional;
    }

    String sqlName() {
        return sqlName;
    }

    boolean isTransactional() {
        return transactional;
    }

    /** The engine of this name, in any case. */
    static MySqlEngine of(String name) {
        for (MySqlEngine engine : values()) {
            if (engine.sqlName.equalsIgnoreCase(name)) {
                return engine;
            }
        }
        throw new SluiceException(
                ErrorCode.CONFIG,
                "\"%s\" is no engine that a hot store can be in; there are %s"
                        .formatted(
                                name,
                                Arrays.stream(values())
                                        .map(engine -> engine.sqlName.toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(", "))));
    }
}

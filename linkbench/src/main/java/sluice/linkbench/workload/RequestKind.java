package sluice.linkbench.workload;

import java.util.Locale;

/** What a request asks for, in the order in which LinkBench's mix adds up their shares. */
public enum RequestKind {
    ADD_LINK("addlink"),
    DELETE_LINK("deletelink"),
    /** Adds a link where one probably is; LinkBench never calls the store's update of a link. */
    UPDATE_LINK("updatelink"),
    COUNT_LINK("countlink"),
    MULTIGET_LINK("getlink"),
    GET_LINKS_LIST("getlinklist"),
    ADD_NODE("addnode"),
    UPDATE_NODE("updatenode"),
    DELETE_NODE("deletenode"),
    GET_NODE("getnode");

    /** How many there are. */
    public static final int COUNT = values().length;

    private final String key;

    RequestKind(String key) {
        this.key = key;
    }

    /** The key of its share in the configuration. */
    public String key() {
        return key;
    }

    /** Its name in results. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isOnNodes() {
        return compareTo(ADD_NODE) >= 0;
    }
}

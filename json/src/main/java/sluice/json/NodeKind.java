package sluice.json;

/** What a node is named by. */
public enum NodeKind {
    /** It has no name: its place in the text tells it from others. */
    UNNAMED,
    /** A blank label: {@link ObjectFacts#label}. */
    BLANK,
    /** A uid literal: {@link ObjectFacts#uid}. */
    UID
}

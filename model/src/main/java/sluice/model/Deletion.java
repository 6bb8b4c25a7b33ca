package sluice.model;

/** How a link is deleted: its row stays as a hidden one, or goes altogether. */
public enum Deletion {
    HIDE,
    EXPUNGE
}

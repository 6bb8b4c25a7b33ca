package sluice.model;

/** Whether a link is shown: lists and counts leave hidden links out, point reads return them. */
public enum Visibility {
    HIDDEN,
    VISIBLE
}

package sluice.model;

/** How many visible links one id has of one link type. */
public record TypeCount(long linkType, long count) {}

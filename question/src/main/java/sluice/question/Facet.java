package sluice.question;

import sluice.schema.ValueType;

/** A fact about a value or a link: a key with a value as text. */
public record Facet(String key, ValueType type, String text) {}

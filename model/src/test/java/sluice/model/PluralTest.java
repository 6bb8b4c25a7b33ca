package sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PluralTest {
    @Test
    void onlyOneIsSingular() {
        assertEquals("0 files", Plural.counted(0, "file"));
        assertEquals("1 file", Plural.counted(1, "file"));
        assertEquals("2000 files", Plural.counted(2000, "file"));
        assertEquals("link rows", Plural.of(-1, "link row"));
        assertEquals("1 property", Plural.counted(1, "property"));
        assertEquals("2 properties", Plural.counted(2, "property"));
        assertEquals("2 keys", Plural.counted(2, "key"));
    }
}

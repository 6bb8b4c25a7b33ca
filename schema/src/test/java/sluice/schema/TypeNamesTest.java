package sluice.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TypeNamesTest {
    @Test
    void labelIsWhatANamespacePutsInFront() {
        for (long namespace : new long[] {1, 16, -1}) {
            String label = TypeNames.label(namespace);
            assertEquals(label, TypeNames.labelOf(label + "name"));
            assertEquals(label, TypeNames.labelOf(label));
            assertEquals(namespace, TypeNames.namespaceOf(label));
        }
        assertEquals("", TypeNames.label(0));
        assertEquals(0, TypeNames.namespaceOf(""));
        for (String name :
                List.of(
                        "",
                        "name",
                        "0x",
                        "0x|",
                        "0x|name",
                        "0xg|n",
                        "0x10",
                        "|n",
                        "0x11111111111111111|n")) {
            assertEquals("", TypeNames.labelOf(name), name);
        }
    }

    @Test
    void directionIsBehindTheLabel() {
        assertTrue(TypeNames.isBackwards("~friend"));
        assertTrue(TypeNames.isBackwards("0x10|~friend"));
        assertFalse(TypeNames.isBackwards("0x10|friend"));
        assertFalse(TypeNames.isBackwards("~".substring(1)));
        for (String name : List.of("friend", "0x10|friend")) {
            assertEquals(name, TypeNames.forwards(TypeNames.turned(name)));
            assertEquals(name, TypeNames.turned(TypeNames.turned(name)));
            assertEquals(name, TypeNames.forwards(name));
        }
        assertEquals("0x10|~friend", TypeNames.turned("0x10|friend"));
    }
}

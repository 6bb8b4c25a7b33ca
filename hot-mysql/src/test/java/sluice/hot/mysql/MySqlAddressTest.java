package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** An address says where the server is, and never a secret. */
class MySqlAddressTest {
    @TempDir Path directory;

    @Test
    void partsAndOptions() {
        MySqlAddress address =
                MySqlAddress.parse(
                        "mysql://ann@db.example.org:3307/graph?tls=trust&engine=myisam"
                                + "&connections=4&passwordFile=/run/secret");
        assertEquals("db.example.org", address.host());
        assertEquals(3307, address.port());
        assertEquals("graph", address.database());
        assertEquals("ann", address.user());
        assertEquals(MySqlAddress.Tls.TRUST, address.tls());
        assertEquals(MySqlEngine.MYISAM, address.engine());
        assertEquals(4, address.connections());
        assertEquals(Path.of("/run/secret"), address.passwordFile());
        assertEquals("mysql://ann@db.example.org:3307/graph", address.toString());
        assertEquals(3306, MySqlAddress.parse("mysql://ann@[::1]/graph").port());
    }

    @Test
    void onlyWhatStaysOnThisMachineGoesInClear() {
        assertEquals(MySqlAddress.Tls.OFF, MySqlAddress.parse("mysql://a@127.0.0.1/g").tls());
        assertEquals(MySqlAddress.Tls.OFF, MySqlAddress.parse("mysql://a@localhost/g").tls());
        assertEquals(MySqlAddress.Tls.VERIFY, MySqlAddress.parse("mysql://a@db/g").tls());
        assertEquals(
                MySqlAddress.Tls.VERIFY,
                MySqlAddress.parse("mysql://a@127.0.0.1.example.org/g").tls());
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> MySqlAddress.parse("mysql://a@10.0.0.1/g?tls=off"));
        assertTrue(failure.getMessage().contains("tls=verify"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql://ann:geheim@db/graph",
                "mysql://ann:ge@heim@db/graph",
                "mysql://ann@db/graph?password=geheim",
                "mysql://ann@db/graph?tls=verify&pass=geheim",
                "mysql:/ann:geheim@db/graph",
                "mysql://db/graph?geheim",
                "mysql://ann@db/graph?tls=geheim",
                "mysql://ann@db/gr;aph?geheim"
            })
    void whatIsWrongIsRefusedAndNotRepeated(String text) {
        SluiceException failure =
                assertThrows(SluiceException.class, () -> MySqlAddress.parse(text));
        assertEquals(ErrorCode.CONFIG, failure.code());
        assertFalse(failure.getMessage().contains("geheim"), failure.getMessage());
    }

    @Test
    void aPasswordComesFromTheEnvironmentOrAFileOfItsOwnersOnly() throws IOException {
        MySqlAddress address = MySqlAddress.parse("mysql://ann@db/graph");
        assertEquals("", MySqlPassword.of(address, Map.of()));
        Map<String, String> environment = Map.of("SLUICE_MYSQL_PASSWORD", "from here");
        assertEquals("from here", MySqlPassword.of(address, environment));
        Path file = Files.writeString(directory.resolve("password"), "ge \u00fc heim\n");
        MySqlAddress withFile = MySqlAddress.parse("mysql://ann@db/graph?passwordFile=" + file);
        for (String mode : new String[] {"rw-r-----", "rw----r--", "rw--w----", "rwx-----x"}) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            SluiceException failure =
                    assertThrows(
                            SluiceException.class, () -> MySqlPassword.of(withFile, environment));
            assertTrue(failure.getMessage().contains("chmod 600"), failure.getMessage());
            assertFalse(failure.getMessage().contains("heim"), failure.getMessage());
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals("ge \u00fc heim", MySqlPassword.of(withFile, environment));
        Files.delete(file);
        assertThrows(SluiceException.class, () -> MySqlPassword.of(withFile, environment));
    }
}

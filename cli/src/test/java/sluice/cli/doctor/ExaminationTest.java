package sluice.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import sluice.cli.CommandRun;
import sluice.cli.console.Terminal;
import sluice.cli.doctor.Finding.Level;
import sluice.cli.verbs.ServeCommand;
import sluice.load.files.CheckedLines;
import sluice.load.files.StoreFiles;
import sluice.storage.DirectoryStorage;

/** Faults are planted in a sound installation, and doctor names each. */
class ExaminationTest {
    private static final String PASSWORD = "not a secret";
    private static final String SOUND_LIMITS = "Max open files   65536   65536   files\n";
    private static final String SOUND_MEMORY =
            "MemTotal: 8388608 kB\nSwapTotal: 1048576 kB\nSwapFree: 1048576 kB\n";

    private static final int FAULTS_MIN = 20;

    /** The checks that have named a planted fault, of all tests of this class. */
    private static final Set<String> NAMED = new TreeSet<>();

    private static int testsRun;

    @TempDir private static Path made;
    private static KeyStore keys;

    @TempDir private Path directory;
    private final Map<String, String> options = new TreeMap<>();
    private Path store;
    private Path root;
    private Path certificate;
    private Path key;
    private Path token;
    private Path temp;
    private Path logs;
    private long freeBytes = 100L << 30;
    private Instant now = Instant.now();
    private int java = 25;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path file = made.resolve("keys.p12");
        for (String alias : List.of("server", "other")) {
            List<String> command =
                    List.of(
                            System.getProperty("java.home") + "/bin/keytool",
                            "-genkeypair",
                            "-keyalg",
                            "EC",
                            "-alias",
                            alias,
                            "-validity",
                            "90",
                            "-dname",
                            "CN=" + alias,
                            "-ext",
                            alias.equals("server")
                                    ? "SAN=dns:localhost,ip:127.0.0.1"
                                    : "SAN=dns:elsewhere.example",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            PASSWORD);
            assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
        }
        keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    }

    /** Not where a part of the class was asked for. */
    @AfterAll
    static void twentyChecksNameAFault() {
        long tests =
                Arrays.stream(ExaminationTest.class.getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(Test.class))
                        .count();
        if (testsRun == tests) {
            assertTrue(NAMED.size() >= FAULTS_MIN, () -> NAMED.size() + ": " + NAMED);
        }
    }

    /** A sound installation. */
    @BeforeEach
    void install() throws Exception {
        testsRun++;
        store = directory.resolve("store");
        Path links = Files.writeString(directory.resolve("links.txt"), "1 2\n1 3\n2 3\n");
        CommandRun load =
                CommandRun.of("load", store.toString(), links.toString(), "--progress", "none");
        assertEquals(0, load.status(), load.errors());
        root = directory.resolve("root");
        plant("/proc/meminfo", SOUND_MEMORY);
        plant("/proc/self/limits", SOUND_LIMITS);
        plant("/proc/self/mounts", "/dev/vda / ext4 rw,relatime 0 0\n");
        plant("/proc/sys/vm/max_map_count", "65530\n");
        plant("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        plant("/sys/fs/cgroup/memory.max", "max\n");
        certificate = pem("certificate", "CERTIFICATE", keys.getCertificate("server").getEncoded());
        key = pem("key", "PRIVATE KEY", key("server"));
        token = secret("token", "0123456789abcdef0123456789abcdef\n", "rw-------");
        temp = Files.createDirectory(directory.resolve("temp"));
        options.put("store", store.toString());
        options.put("memory", "1g");
        options.put("port", "0");
        options.put("http-port", "0");
        options.put("tls-certificate", certificate.toString());
        options.put("tls-key", key.toString());
        options.put("token-file", token.toString());
        logs = Files.createDirectory(directory.resolve("logs"));
        options.put("log-file", logs.resolve("server.log").toString());
    }

    @Test
    void nothingIsFoundInASoundInstallation() throws IOException {
        Diagnosis diagnosis = examined();
        List<Finding> found =
                diagnosis.findings().stream()
                        .filter(finding -> finding.level() != Level.GOOD)
                        .toList();
        assertEquals(List.of(), found);
        assertTrue(diagnosis.findings().size() >= 25, diagnosis.findings()::toString);
    }

    @Test
    void faultsOfTheMachineAreNamed() throws IOException {
        java = 21;
        fault("java", "Java 21, expected 25");
        java = 25;
        options.put("memory", "9g");
        fault("memory", "memory is set to 9");
        options.put("memory", "100m");
        fault("memory", "expected 256 MiB");
        options.put("memory", "1g");
        plant("/sys/fs/cgroup/memory.max", "536870912\n");
        fault("memory", "or its container has 537 MB");
        plant("/sys/fs/cgroup/memory.max", "max\n");
        plant("/proc/self/limits", "Max open files   1024   4096   files\n");
        fault("open-files", "1024 open files are allowed");
        plant("/proc/self/limits", SOUND_LIMITS);
        plant("/proc/sys/vm/max_map_count", "4000\n");
        fault("memory-maps", "4000 mapped files");
        plant("/proc/sys/vm/max_map_count", "65530\n");
        plant("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");
        warning("huge-pages", "on for all memory");
        plant("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        plant("/proc/meminfo", SOUND_MEMORY.replace("SwapFree: 1048576", "SwapFree: 1024"));
        warning("swap", "in use, of");
        plant("/proc/meminfo", SOUND_MEMORY);
        Path before = temp;
        temp = directory.resolve("no-temp");
        fault("temp-folder", "no-temp is no folder");
        temp = before;
        String mounts = "/dev/vda / ext4 rw 0 0\ntmpfs %s tmpfs rw,noexec 0 0\n";
        plant("/proc/self/mounts", mounts.formatted(temp));
        fault("temp-noexec", temp + " is mounted noexec");
        now = Instant.parse("2001-01-01T00:00:00Z");
        fault("clock", "before this version");
    }

    @Test
    void faultsOfTheStoreAreNamed() throws Exception {
        String mounts = "/dev/vda / ext4 rw 0 0\nnas:/x %s %s %s 0 0\n";
        plant("/proc/self/mounts", mounts.formatted(directory, "nfs4", "rw"));
        fault("file-system", "a mount of the network");
        plant("/proc/self/mounts", mounts.formatted(directory, "tmpfs", "rw"));
        warning("file-system", "gone after a restart");
        plant("/proc/self/mounts", mounts.formatted(directory, "ext4", "ro"));
        fault("writable", "is mounted read-only");
        plant("/proc/self/mounts", "/dev/vda / ext4 rw 0 0\n");
        freeBytes = 1 << 20;
        fault("disk-space", "are free for");
        freeBytes = 100L << 30;

        Path manifest = store.resolve("manifest");
        Files.setLastModifiedTime(manifest, FileTime.from(now.plus(Duration.ofHours(3))));
        fault("clock-behind", "but the clock shows");
        Files.setLastModifiedTime(manifest, FileTime.from(now));

        Path mark = store.resolve("hot-store");
        assertFalse(Files.exists(mark));
        makeHotStore();
        good("hot-store");
        Files.move(store.resolve("hot"), directory.resolve("hot-elsewhere"));
        fault("hot-store", "gone or incomplete");
        Files.move(directory.resolve("hot-elsewhere"), store.resolve("hot"));

        try (RandomAccessFile file = new RandomAccessFile(store.resolve("lock").toFile(), "rw");
                FileLock _ = file.getChannel().lock()) {
            warning("lock", "process " + ProcessHandle.current().pid());
        }
        Path temporary = Files.writeString(store.resolve("segment-000009-000000.tmp"), "x");
        warning("leftovers", "1 temporary file");
        Files.delete(temporary);

        CheckedLines.publish(
                DirectoryStorage.open(store),
                StoreFiles.PLAN,
                List.of("sluice plan journal 1", "load", "plan 0", "off"));
        warning("plan", "balancer and normalizer of the cluster stay off");
        Files.delete(store.resolve(StoreFiles.PLAN));

        Path segment = store.resolve("segment-000001-000000");
        Files.move(segment, directory.resolve("segment"));
        fault("files", "segment-000001-000000 is not there");
        Files.move(directory.resolve("segment"), segment);

        byte[] whole = Files.readAllBytes(manifest);
        byte[] damaged = whole.clone();
        damaged[20] ^= 1;
        Files.write(manifest, damaged);
        fault("format", "manifest is damaged");
        Files.write(manifest, whole);

        Path other = directory.resolve("photos");
        Files.createDirectory(other);
        Files.writeString(other.resolve("cat.jpg"), "cat");
        options.put("store", other.toString());
        fault("store", "is not a store and holds other files, such as cat.jpg");
        options.put("store", other.resolve("cat.jpg").toString());
        fault("store", "is a file");
        options.put("store", directory.resolve("no-store").toString());
        warning("store", "is not there");
    }

    @Test
    void aFileOfAnotherOwnerIsNamed() throws IOException {
        Path file = Files.writeString(store.resolve("rejects-000001.jsonl"), "");
        boolean isRoot = System.getProperty("user.name").equals("root");
        assumeTrue(isRoot, "only root gives files away");
        Files.setAttribute(file, "unix:uid", 65534);
        fault("owner", "rejects-000001.jsonl in it to another user");
    }

    @Test
    void anUnfinishedLoadIsNamed() throws IOException {
        Path more = Files.writeString(directory.resolve("more.txt"), "7 8\n");
        CommandRun run =
                CommandRun.of(
                        Terminal.none(),
                        true,
                        "load",
                        store.toString(),
                        more.toString(),
                        "--progress",
                        "none");
        assertEquals(130, run.status(), run.errors());
        warning("unfinished-load", "has not ended");
    }

    @Test
    void faultsOfTheNetworkAreNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            options.put("port", port);
            fault("port", "by process " + ProcessHandle.current().pid());
            options.put("port", "0");
            options.put("http-port", port);
            fault("http-port", port + " cannot be used");
        }
        options.put("http-port", "7500");
        options.put("port", "7500");
        fault("port", "are both set to port 7500");
        options.put("port", "99999");
        fault("port", "not from 0 to 65535");
        options.put("port", "0");
        options.put("host", "192.0.2.7");
        fault("host", "is no address of this machine");
        options.put("host", "0.0.0.0");
        options.remove("token-file");
        fault("access", "without a token");
    }

    @Test
    void faultsOfCertificatesAndTokensAreNamed() throws Exception {
        options.put("tls-certificate", directory + "/none.pem");
        fault("certificate", "none.pem holds no certificate");
        options.put("tls-certificate", token.toString());
        fault("certificate", "holds no certificate");
        options.put("tls-certificate", certificate.toString());
        Path other = pem("other-key", "PRIVATE KEY", key("other"));
        options.put("tls-key", other.toString());
        fault("tls-key", "is not that of the certificate");
        options.put("tls-key", key.toString());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        fault("tls-key", "has permissions rw-r--r--");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        options.remove("tls-key");
        fault("tls-key", "only one of them is named");
        options.put("tls-key", other.toString());
        options.put(
                "tls-certificate",
                pem("other", "CERTIFICATE", keys.getCertificate("other").getEncoded()).toString());
        warning("certificate-host", "is for elsewhere.example");
        options.put("tls-certificate", certificate.toString());
        options.put("tls-key", key.toString());
        now = Instant.now().plus(Duration.ofDays(70));
        warning("certificate-expiry", "expires at");
        now = Instant.now().plus(Duration.ofDays(99));
        fault("certificate-expiry", "expired at");
        now = Instant.now().minus(Duration.ofDays(3));
        fault("certificate-expiry", "is valid from");
        now = Instant.now();
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        fault("token-file", "may be read or written by others");
        secret("token", "short\n", "rw-------");
        fault("token-file", "holds no token");
        Files.delete(token);
        fault("token-file", "does not exist");
    }

    @Test
    void faultsOfTheLogAreNamed() throws IOException {
        good("log-file");
        options.put("log-file", logs.toString());
        fault("log-file", "logs is a directory");
        options.put("log-file", logs + "/none/server.log");
        fault("log-file", "none does not exist");
        options.put("log-file", token + "/server.log");
        fault("log-file", "token is a file");
        options.put("log-file", store + "/server.log");
        warning("log-file", "is in the directory of the store");
        options.put("log-file", logs + "/server.log");
        String mounts = "/dev/vda / ext4 rw 0 0\n/dev/vdb %s ext4 ro 0 0\n";
        plant("/proc/self/mounts", mounts.formatted(logs));
        fault("log-file", "logs is mounted read-only");
        plant("/proc/self/mounts", "/dev/vda / ext4 rw 0 0\n");
        freeBytes = 2L << 30;
        options.put("log-size", "1g");
        options.put("log-keep", "1");
        good("log-space");
        options.put("log-keep", "2");
        warning("log-space", "the log may grow by 3.2");
        options.put("log-size", "4g");
        fault("log-space", "are free for");
        Files.writeString(logs.resolve("server.log.1"), "x".repeat(8192));
        options.put("log-size", "4k");
        options.put("log-keep", "1");
        freeBytes = 0;
        good("log-space");
    }

    @Test
    void aLogThatThisUserMayNotWriteIsNamed() throws IOException {
        boolean isRoot = System.getProperty("user.name").equals("root");
        assumeTrue(!isRoot, "root may write everywhere");
        Path log = Files.writeString(logs.resolve("server.log"), "");
        Files.setPosixFilePermissions(logs, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            warning("log-file", "may be written but not renamed");
            Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("r--r--r--"));
            fault("log-file", "may not write to");
        } finally {
            Files.setPosixFilePermissions(logs, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void databasesThatDoNotAnswerAreNamed() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        options.put("hot", "mysql://ann@127.0.0.1:%d/graph".formatted(free));
        fault("hot-database", "does not answer");
        fault("addresses", "another part of it elsewhere");
        options.put("hot", "mysql://ann:secret@127.0.0.1/graph");
        fault("hot-database", "an address holds no password");
        options.put("hot", "mysql://a@127.0.0.1:%d/g?passwordFile=/none".formatted(free));
        fault("hot-password", "/none cannot be read");
        options.remove("hot");
        options.put("cold", "hbase://127.0.0.1:%d/graph".formatted(free));
        fault("cold-store", "no ZooKeeper of HBase answers");
    }

    @Test
    void aWrongFileOfOptionsIsNamed() throws IOException {
        options.put("prot", "7");
        fault("configuration", "did you mean port");
        options.remove("prot");
        options.put("read-p99", "slow");
        fault("configuration", "'slow' is not a double");
    }

    private void good(String name) throws IOException {
        is(Level.GOOD, name, "");
    }

    private void warning(String name, String found) throws IOException {
        Finding finding = is(Level.WARNING, name, found);
        assertFalse(finding.advice().isEmpty(), finding::toString);
    }

    private void fault(String name, String found) throws IOException {
        Finding finding = is(Level.FAULT, name, found);
        NAMED.add(name);
        assertFalse(finding.advice().isEmpty(), finding::toString);
    }

    private Finding is(Level level, String name, String found) throws IOException {
        List<Finding> findings = examined().findings();
        return findings.stream()
                .filter(finding -> finding.name().equals(name))
                .filter(finding -> finding.level() == level && finding.found().contains(found))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + ": " + found + " in " + findings));
    }

    private Diagnosis examined() throws IOException {
        Path file = directory.resolve("sluice.yaml");
        Files.writeString(
                file,
                options.entrySet().stream()
                        .map(entry -> "  %s: \"%s\"\n".formatted(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining("", "serve:\n", "")));
        Host host = new Host(root, temp, Map.of(), _ -> freeBytes, now, java);
        return new Examination(host)
                .run(
                        Optional.empty(),
                        () -> DoctorCommand.read(whole(), Optional.of(file), Map.of()));
    }

    private static CommandLine whole() {
        return new CommandLine(CommandLine.Model.CommandSpec.create())
                .addSubcommand("serve", new CommandLine(new ServeCommand()))
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** By the server itself, which ends at once. */
    private void makeHotStore() {
        CommandRun run =
                CommandRun.of(
                        Terminal.none(),
                        true,
                        "serve",
                        store.toString(),
                        "--port",
                        "0",
                        "--http-port",
                        "-1");
        assertEquals(0, run.status(), run.errors());
    }

    private void plant(String path, String text) throws IOException {
        Path file = root.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static byte[] key(String alias) throws Exception {
        return keys.getKey(alias, PASSWORD.toCharArray()).getEncoded();
    }

    private Path pem(String name, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        String text = "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, body, kind);
        return secret(name + ".pem", text, "rw-------");
    }

    private Path secret(String name, String text, String permissions) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}

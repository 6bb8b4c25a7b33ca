package sluice.hot.mysql;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Where a MySQL or MariaDB server is, which of its databases is meant and who asks:
 *
 * <pre>mysql://USER@HOST:PORT/DATABASE?OPTION=VALUE&amp;…</pre>
 *
 * <p>It holds no secret and can be shown to anyone: the password is in the environment variable
 * {@code SLUICE_MYSQL_PASSWORD}, or in a file that only its owner can read.
 *
 * @param engine of tables that are made; null where the address does not say
 * @param connections how many there are at most, but for those that a thread needs which holds one
 * @param passwordFile null where the password is in the environment, or there is none
 * @param certificate of the server or of who signed it, in PEM; null for those that Java trusts
 */
public record MySqlAddress(
        String host,
        int port,
        String database,
        String user,
        Tls tls,
        @Nullable MySqlEngine engine,
        int connections,
        @Nullable Path passwordFile,
        @Nullable Path certificate) {
    private static final String FORM = "mysql://user@host:port/database?option=value";
    private static final Pattern PATTERN =
            Pattern.compile(
                    "mysql://([^@/?\\s]*)@(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?"
                            + "/([A-Za-z0-9_$-]+)(?:\\?(.*))?");
    private static final List<String> OPTIONS =
            List.of("tls", "engine", "connections", "passwordFile", "certificate");
    private static final String SAY_PASSWORD_ELSEWHERE =
            "an address holds no password, as others see command lines and logs: take it out, and"
                    + " set the environment variable "
                    + MySqlPassword.VARIABLE
                    + " or the option passwordFile";

    private static final int PORT = 3306;
    private static final int CONNECTIONS = 16;
    private static final int CONNECTIONS_MAX = 1000;

    /** How the connection is kept from others. */
    public enum Tls {
        /** Encrypted, and the server must prove that it is the one of this host. */
        VERIFY("verify-full"),
        /** Encrypted, whoever answers. */
        TRUST("trust"),
        /** In clear, which is refused unless the server is on this machine. */
        OFF("disable");

        private final String sslMode;

        Tls(String sslMode) {
            this.sslMode = sslMode;
        }

        String sslMode() {
            return sslMode;
        }
    }

    public MySqlAddress {
        if (tls == Tls.OFF && !isLoopback(host)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    ("tls=off would send passwords and rows to %s in clear; use tls=verify, or"
                                    + " tls=trust where its certificate cannot be checked")
                            .formatted(host));
        }
        if (port < 1 || port > 65535) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "the port %d is not from 1 to 65535".formatted(port));
        }
        if (connections < 1 || connections > CONNECTIONS_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "connections=%d is not from 1 to %d".formatted(connections, CONNECTIONS_MAX));
        }
    }

    /** Reads an address. What is wrong with it is said without its text. */
    public static MySqlAddress parse(String text) {
        Matcher matcher = PATTERN.matcher(text);
        if (!matcher.matches()) {
            // Whatever it is, it may hold a password.
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the address of a MySQL hot store is not of the form %s; %s"
                            .formatted(FORM, SAY_PASSWORD_ELSEWHERE));
        }
        if (matcher.group(1).contains(":")) {
            throw new SluiceException(ErrorCode.CONFIG, SAY_PASSWORD_ELSEWHERE);
        }
        if (matcher.group(1).isEmpty()) {
            throw new SluiceException(ErrorCode.CONFIG, "the address names no user: " + FORM);
        }
        String host = matcher.group(2);
        String port = matcher.group(3);
        String optionText = matcher.group(5);
        Map<String, String> options = options(optionText == null ? "" : optionText);
        String passwordFile = options.get("passwordFile");
        String certificate = options.get("certificate");
        String engine = options.get("engine");
        String connections = options.get("connections");
        return new MySqlAddress(
                host,
                port == null ? PORT : Integer.parseInt(port),
                matcher.group(4),
                matcher.group(1),
                tls(options.get("tls"), host),
                engine == null ? null : MySqlEngine.of(engine),
                connections == null ? CONNECTIONS : number("connections", connections),
                passwordFile == null ? null : Path.of(passwordFile),
                certificate == null ? null : Path.of(certificate));
    }

    private static Map<String, String> options(String text) {
        Map<String, String> options = new HashMap<>();
        for (String option : text.isEmpty() ? new String[0] : text.split("&", -1)) {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            if (name.toLowerCase(Locale.ROOT).contains("pass") && !name.equals("passwordFile")) {
                throw new SluiceException(ErrorCode.CONFIG, SAY_PASSWORD_ELSEWHERE);
            }
            if (equals < 0 || !OPTIONS.contains(name)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "an option of a MySQL address is NAME=VALUE, with one of the names %s"
                                .formatted(String.join(", ", OPTIONS)));
            }
            if (options.put(name, option.substring(equals + 1)) != null) {
                throw new SluiceException(
                        ErrorCode.CONFIG, "the option %s is there twice".formatted(name));
            }
        }
        return options;
    }

    private static Tls tls(@Nullable String text, String host) {
        if (text == null) {
            return isLoopback(host) ? Tls.OFF : Tls.VERIFY;
        }
        return switch (text) {
            case "verify" -> Tls.VERIFY;
            case "trust" -> Tls.TRUST;
            case "off" -> Tls.OFF;
            default ->
                    throw new SluiceException(
                            ErrorCode.CONFIG, "tls is one of verify, trust and off");
        };
    }

    private static int number(String name, String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw new SluiceException(ErrorCode.CONFIG, "%s is a number".formatted(name));
        }
        return Integer.parseInt(text);
    }

    /** Said by the address alone: a name could be looked up to be anything. */
    static boolean isLoopback(String host) {
        return host.equals("localhost")
                || host.equals("[::1]")
                || host.matches("127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");
    }

    /** For the driver; without user and password. */
    String url() {
        return "jdbc:mariadb://%s:%d/%s".formatted(host, port, database);
    }

    @Override
    public String toString() {
        return "mysql://%s@%s:%d/%s".formatted(user, host, port, database);
    }
}

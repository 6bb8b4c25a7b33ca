package sluice.linkbench.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The settings of a run, as properties files of the original name them; it remembers which were
 * asked for, and with which value, so that a result can say what it was made with.
 *
 * <p>Settings given one by one come before those of the main file, which come before those of the
 * workload file that it names. For one thread.
 */
public final class Configuration {
    private static final String SHIPPED = "shipped.properties";
    private static final String HIDDEN = "(hidden)";

    private final String origin;
    private final Map<String, String> given;
    private final List<Path> homes;
    private final Map<String, String> used = new TreeMap<>();

    private Configuration(String origin, Map<String, String> given, List<Path> homes) {
        this.origin = origin;
        this.given = given;
        this.homes = homes;
        for (String key : given.keySet()) {
            if (!ConfigurationKeys.isKnown(key)) {
                throw wrong(
                        "there is no setting \"%s\"; the nearest is \"%s\""
                                .formatted(key, ConfigurationKeys.nearest(key)));
            }
        }
    }

    /** LinkBench's own workload on a hundred thousand ids, with {@code overrides} put over it. */
    public static Configuration shipped(Map<String, String> overrides) {
        try (InputStream resource = Configuration.class.getResourceAsStream(SHIPPED)) {
            if (resource == null) {
                throw new IllegalStateException("resource missing: " + SHIPPED);
            }
            Map<String, String> given =
                    read(new InputStreamReader(resource, StandardCharsets.ISO_8859_1));
            given.putAll(overrides);
            return new Configuration(
                    "the built-in workload", given, List.of(Path.of("").toAbsolutePath()));
        } catch (IOException failure) {
            throw new IllegalStateException("resource unreadable: " + SHIPPED, failure);
        }
    }

    /**
     * Reads {@code file} and the workload file that it may name.
     *
     * @param home the directory {@code LINKBENCH_HOME}, below which files are looked for first
     */
    public static Configuration read(Path file, Map<String, String> overrides, @Nullable Path home)
            throws IOException {
        LinkedHashSet<Path> homes = new LinkedHashSet<>();
        if (home != null) {
            homes.add(home.toAbsolutePath());
        }
        homes.add(Path.of("").toAbsolutePath());
        for (Path above = file.toAbsolutePath().getParent();
                above != null && homes.size() < 4;
                above = above.getParent()) {
            homes.add(above);
        }
        Map<String, String> given = readFile(file);
        given.putAll(overrides);
        Configuration main = new Configuration(file.toString(), given, List.copyOf(homes));
        String workload = given.getOrDefault("workload_file", "");
        if (workload.isEmpty()) {
            return main;
        }
        Map<String, String> all = readFile(main.find("workload_file", workload));
        all.putAll(given);
        Configuration whole = new Configuration(file.toString(), all, main.homes);
        whole.used.put("workload_file", workload);
        return whole;
    }

    /** Where the settings come from. */
    public String origin() {
        return origin;
    }

    /** The settings that were asked for so far, with those values that stood in for none. */
    public Map<String, String> used() {
        return new TreeMap<>(used);
    }

    /** The settings that were given and not asked for so far. */
    public List<String> unused() {
        return given.keySet().stream().filter(key -> !used.containsKey(key)).sorted().toList();
    }

    public Optional<String> optional(String key) {
        String value = given.getOrDefault(key, "");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        used.put(key, key.equals(ConfigurationKeys.PASSWORD) ? HIDDEN : value);
        return Optional.of(value);
    }

    public String text(String key) {
        return optional(key)
                .orElseThrow(() -> wrong("the setting \"%s\" is missing".formatted(key)));
    }

    public String text(String key, String fallback) {
        return optional(key)
                .orElseGet(
                        () -> {
                            used.put(key, fallback);
                            return fallback;
                        });
    }

    public long integer(String key) {
        return parse(key, text(key), "a whole number", Long::parseLong);
    }

    public long integer(String key, long fallback) {
        return parse(key, text(key, Long.toString(fallback)), "a whole number", Long::parseLong);
    }

    /** A whole number in a range. */
    public int smallInteger(String key, int fallback, int min, int max) {
        long value = integer(key, fallback);
        if (value < min || value > max) {
            throw wrong("the setting %s is %d, expected %d to %d".formatted(key, value, min, max));
        }
        return (int) value;
    }

    double real(String key) {
        return parse(key, text(key), "a number", Double::parseDouble);
    }

    double real(String key, double fallback) {
        return parse(key, text(key, Double.toString(fallback)), "a number", Double::parseDouble);
    }

    /** A number from 0 to 100. */
    double percent(String key, double fallback) {
        double value = real(key, fallback);
        if (!(value >= 0 && value <= 100)) {
            throw wrong("the setting %s is %s, expected 0 to 100".formatted(key, value));
        }
        return value;
    }

    public boolean flag(String key, boolean fallback) {
        String value = text(key, Boolean.toString(fallback));
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw wrong(
                            "the setting %s is \"%s\", expected true or false"
                                    .formatted(key, value));
        };
    }

    /** The file that the setting names, if it names one. */
    Optional<Path> file(String key) {
        return optional(key).map(name -> find(key, name));
    }

    /** What is wrong with these settings, as a user is told. */
    public SluiceException wrong(String what) {
        return new SluiceException(ErrorCode.CONFIG, origin + ": " + what);
    }

    /** Makes something of settings; what it refuses is the user's to fix. */
    <T> T checked(String key, Function<Configuration, T> maker) {
        try {
            return maker.apply(this);
        } catch (IllegalArgumentException failure) {
            throw wrong("%s: %s".formatted(key, failure.getMessage()));
        }
    }

    private <T> T parse(String key, String text, String kind, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException failure) {
            throw wrong("the setting %s is \"%s\", expected %s".formatted(key, text, kind));
        }
    }

    private Path find(String key, String name) {
        List<Path> tried = new ArrayList<>();
        for (Path home : homes) {
            Path place = home.resolve(name);
            if (Files.isRegularFile(place)) {
                return place;
            }
            tried.add(place);
        }
        String otherwise =
                key.equals("data_file")
                        ? "; with -D data_file= the built-in form of the same curve is taken"
                        : "";
        throw wrong(
                "%s names \"%s\", which is none of %s; set LINKBENCH_HOME to the directory it is in%s"
                        .formatted(key, name, tried, otherwise));
    }

    private static Map<String, String> readFile(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            return read(reader);
        }
    }

    private static Map<String, String> read(Reader reader) throws IOException {
        Properties properties = new Properties();
        properties.load(reader);
        Map<String, String> values = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            values.put(key, properties.getProperty(key).strip());
        }
        return values;
    }
}

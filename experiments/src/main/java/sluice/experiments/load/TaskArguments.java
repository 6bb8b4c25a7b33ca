package sluice.experiments.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** A task and its arguments, as they go from the benchmark to a process: a name, then key=value. */
public record TaskArguments(String task, Map<String, String> values) {
    public TaskArguments {
        values = Map.copyOf(values);
    }

    /** A task without arguments so far. */
    public static TaskArguments of(String task) {
        return new TaskArguments(task, Map.of());
    }

    static TaskArguments parse(List<String> arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String argument : arguments.subList(Math.min(1, arguments.size()), arguments.size())) {
            int equals = argument.indexOf('=');
            if (equals < 1) {
                throw wrong("\"" + argument + "\" is not key=value");
            }
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return new TaskArguments(arguments.isEmpty() ? "" : arguments.getFirst(), values);
    }

    /** The same with one more argument. */
    public TaskArguments with(String key, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(key, value.toString());
        return new TaskArguments(task, more);
    }

    /** As the words of a command line. */
    public List<String> toList() {
        List<String> list = new ArrayList<>();
        list.add(task);
        values.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> list.add(entry.getKey() + "=" + entry.getValue()));
        return list;
    }

    Path path(String key) {
        return Path.of(text(key));
    }

    Optional<Path> optionalPath(String key) {
        return Optional.ofNullable(values.get(key)).map(Path::of);
    }

    long number(String key) {
        try {
            return Long.parseLong(text(key));
        } catch (NumberFormatException e) {
            throw wrong(key + "=" + text(key) + " is not a number");
        }
    }

    boolean flag(String key) {
        return Boolean.parseBoolean(text(key));
    }

    String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw wrong("the task " + task + " needs " + key + "=…");
        }
        return value;
    }

    private static SluiceException wrong(String message) {
        return new SluiceException(ErrorCode.CONFIG, message);
    }
}

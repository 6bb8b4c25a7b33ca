package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.StoreMark;
import sluice.storage.shared.SharedSettings;

/**
 * Finds the files that arguments name: files, directories, globs, lists with commas, standard
 * input.
 */
public final class InputFinder {
    /** The store that is loaded into, if it is told. */
    private final @Nullable Path store;

    private final SharedInputs shared;
    private final ChunkFiles chunks = new ChunkFiles();

    private InputFinder(@Nullable Path store, SharedSettings settings) {
        this.store = store;
        this.shared = new SharedInputs(settings);
    }

    /**
     * The files in the order of the arguments, inside one argument by name as unsigned bytes.
     * {@code mapping} and what lies in {@code store} are none of a directory's files.
     */
    public static List<Input> find(
            List<String> arguments,
            @Nullable Path mapping,
            @Nullable Path store,
            SharedSettings settings)
            throws IOException {
        if (arguments.isEmpty()) {
            throw input(
                    "no source was given; name files, directories, globs or - for standard input");
        }
        List<Input> found = new ArrayList<>();
        InputFinder finder = new InputFinder(store, settings);
        for (String argument : arguments) {
            finder.addArgument(argument, found);
        }
        finder.chunks.requirePrimaries();
        if (mapping != null) {
            found.removeIf(input -> isAmong(input, List.of(new DiskPlace(mapping))));
        }
        if (found.isEmpty()) {
            throw input(
                    "the sources hold no file but the mapping; name files, directories or globs");
        }
        refuseTwice(found);
        return List.copyOf(found);
    }

    private void addArgument(String argument, List<Input> found) throws IOException {
        if (argument.equals(Input.STANDARD_INPUT)) {
            found.add(new Input(argument, new DiskPlace(Path.of(argument)), null));
            return;
        }
        if (argument.isEmpty()) {
            throw input("an empty name was given as source; name a file, a directory or a glob");
        }
        if (argument.indexOf(',') >= 0
                && !Files.exists(path(argument))
                && !isGlobWithComma(argument)) {
            for (String part : argument.split(",")) {
                addOne(part, argument, found);
            }
        } else {
            addOne(argument, null, found);
        }
    }

    /** A comma between braces belongs to a glob: {@code {a,b}.csv}. */
    private static boolean isGlobWithComma(String argument) {
        int open = argument.indexOf('{');
        int comma = argument.indexOf(',');
        return open >= 0 && open < comma && argument.indexOf('}', comma) > 0;
    }

    private void addOne(String argument, @Nullable String set, List<Input> found)
            throws IOException {
        Path path = path(argument);
        List<Input> inputs = new ArrayList<>();
        if (SharedStorages.isAddress(argument)) {
            shared.add(argument, set, inputs);
        } else if (Files.isDirectory(path)) {
            addTree(argument, path, Integer.MAX_VALUE, null, set, inputs);
            if (inputs.isEmpty()) {
                throw input(
                        argument
                                + ": the directory holds no file; name a directory with files"
                                + " (stores, and files whose name begins with a dot, are left"
                                + " out)");
            }
        } else if (Files.exists(path)) {
            if (!Files.isRegularFile(path)) {
                throw input(
                        argument
                                + ": found a pipe or device, expected a file; give it as standard"
                                + " input: sluice load STORE - < "
                                + argument);
            }
            if (!Files.isReadable(path)) {
                throw input(Unreadable.message(argument, path));
            }
            inputs.add(new Input(argument, new DiskPlace(path), set));
        } else if (InputNames.firstGlobByte(argument) >= 0) {
            addGlob(argument, set, inputs);
        } else {
            throw input(
                    argument
                            + ": no such file or directory; check the name and where you run the"
                            + " command ("
                            + Path.of("").toAbsolutePath()
                            + ")");
        }
        inputs.sort((a, b) -> compareNames(a.name(), b.name()));
        found.addAll(inputs);
    }

    private void addGlob(String glob, @Nullable String set, List<Input> inputs) {
        int baseEnd = glob.lastIndexOf('/', InputNames.firstGlobByte(glob)) + 1;
        String base = glob.substring(0, baseEnd);
        Path directory = base.isEmpty() ? Path.of("") : path(base);
        PathMatcher matcher;
        try {
            matcher = directory.getFileSystem().getPathMatcher("glob:" + glob.substring(baseEnd));
        } catch (PatternSyntaxException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: not a glob: %s; quote or fix it".formatted(glob, failure.getDescription()),
                    failure);
        }
        if (Files.isDirectory(directory)) {
            addTree(base, directory, depth(glob.substring(baseEnd)), matcher, set, inputs);
        }
        if (inputs.isEmpty()) {
            throw input(
                    glob
                            + ": no file has such a name; check the pattern and where you run the"
                            + " command ("
                            + Path.of("").toAbsolutePath()
                            + ")");
        }
    }

    /** How deep the files of a glob lie: nothing below them is looked at. */
    private static int depth(String pattern) {
        return pattern.contains("**")
                ? Integer.MAX_VALUE
                : 1 + (int) pattern.chars().filter(each -> each == '/').count();
    }

    /**
     * Adds the files below {@code directory} that {@code matcher} takes, {@code depth} directories
     * deep at most: those that are neither hidden nor {@link #SIDE_FILES}, and of Voldemort's
     * chunks those with rows. Stores that lie there, such as the one that is loaded, are no part of
     * it.
     */
    private void addTree(
            String prefix,
            Path directory,
            int depth,
            @Nullable PathMatcher matcher,
            @Nullable String set,
            List<Input> inputs) {
        String base = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
        Map<Path, Boolean> stores = new HashMap<>(Map.of(directory, false));
        try (Stream<Path> tree = Files.walk(directory, depth, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : (Iterable<Path>) tree::iterator) {
                Path relative = directory.relativize(file);
                if (InputNames.isHidden(relative)
                        || Files.isDirectory(file)
                        || isInStore(file, stores)
                        || (matcher != null && !matcher.matches(relative))) {
                    continue;
                }
                InputNames.refuseUnread(base + relative);
                refuseOther(base + relative, file);
                if (!chunks.isWithoutRows(file)) {
                    inputs.add(new Input(base + relative, new DiskPlace(file), set));
                }
            }
        } catch (IOException failure) {
            throw notListed(prefix, failure);
        } catch (UncheckedIOException failure) {
            throw notListed(prefix, Objects.requireNonNull(failure.getCause()));
        }
    }

    /** Refuses a file that cannot be read whole: nobody would miss its rows. */
    private static void refuseOther(String name, Path file) {
        InputNames.refuseTemporary(name);
        if (!Files.exists(file)) {
            throw input(
                    name
                            + ": a link to a file that is not there; bring the file back, or remove"
                            + " the link");
        }
        if (!Files.isRegularFile(file)) {
            throw input(
                    name
                            + ": found a pipe or device, expected a file; remove it, or name the"
                            + " files beside it");
        }
        if (!Files.isReadable(file)) {
            throw input(Unreadable.message(name, file));
        }
    }

    private static SluiceException notListed(String prefix, IOException failure) {
        String at = prefix.isEmpty() ? "." : prefix;
        return switch (failure) {
            case FileSystemLoopException loop ->
                    new SluiceException(
                            ErrorCode.INPUT,
                            "%s: the link %s leads back to a directory that it lies in; remove the link, or name the files"
                                    .formatted(at, loop.getFile()),
                            loop);
            case AccessDeniedException denied ->
                    new SluiceException(
                            ErrorCode.INPUT,
                            "%s: the directory %s cannot be listed: permission denied; change its permissions, or name the files"
                                    .formatted(at, denied.getFile()),
                            denied);
            default ->
                    new SluiceException(
                            ErrorCode.INPUT,
                            "%s: the directory cannot be listed: %s; check its permissions and links"
                                    .formatted(at, failure.getMessage()),
                            failure);
        };
    }

    /**
     * Whether {@code file} lies in a store; {@code known} says it of directories, one above all.
     */
    private boolean isInStore(Path file, Map<Path, Boolean> known) throws IOException {
        Path parent = file.getParent();
        if (parent == null) {
            return false;
        }
        Boolean isStore = known.get(parent);
        if (isStore == null) {
            isStore =
                    isManifest(parent.resolve(StoreMark.FILE_NAME))
                            || isLoadedInto(parent)
                            || isInStore(parent, known);
            known.put(parent, isStore);
        }
        return isStore;
    }

    /** Such a store has no manifest before its first load begins to stage. */
    private boolean isLoadedInto(Path directory) throws IOException {
        return store != null && Files.exists(store) && Files.isSameFile(directory, store);
    }

    private static boolean isManifest(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return false;
        }
        try (InputStream input = Files.newInputStream(file)) {
            return StoreMark.begins(input.readNBytes(StoreMark.MAGIC_BYTES));
        }
    }

    /** Whether {@code input} is one of {@code files}, whatever it is called. */
    static boolean isAmong(Input input, List<Place> files) {
        Path path = input.isStandardInput() ? null : input.place().disk();
        return path != null
                && files.stream()
                        .map(Place::disk)
                        .anyMatch(file -> file != null && Files.exists(file) && isSame(path, file));
    }

    private static boolean isSame(Path a, Path b) {
        try {
            return Files.isSameFile(a, b);
        } catch (IOException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: cannot be opened: %s; check its permissions"
                            .formatted(a, failure.getMessage()),
                    failure);
        }
    }

    private static void refuseTwice(List<Input> found) {
        Map<Object, String> seen = new HashMap<>();
        for (Input input : found) {
            Object real = identity(input);
            String first = seen.putIfAbsent(real, input.name());
            if (first != null) {
                throw input("%s: the same file as %s; name it once".formatted(input.name(), first));
            }
        }
    }

    private static Object identity(Input input) {
        if (input.isStandardInput()) {
            return input.place();
        }
        try {
            return input.place().identity();
        } catch (IOException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: cannot be opened: %s; check the name and its permissions"
                            .formatted(input.name(), failure.getMessage()),
                    failure);
        }
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: not a file name: %s".formatted(name, failure.getReason()),
                    failure);
        }
    }

    private static int compareNames(String a, String b) {
        return Arrays.compareUnsigned(
                a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private static SluiceException input(String message) {
        return new SluiceException(ErrorCode.INPUT, message);
    }
}

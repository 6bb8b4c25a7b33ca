package sluice.ingest.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StoreMark;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;
import sluice.storage.shared.SharedSettings;

/** Finds the files that addresses of shared storage name: files, folders and globs. */
final class SharedInputs {
    private final SharedSettings settings;

    SharedInputs(SharedSettings settings) {
        this.settings = settings;
    }

    /** Adds what {@code address} names to {@code inputs}, in any order. */
    void add(String address, @Nullable String set, List<Input> inputs) throws IOException {
        SharedFiles files = SharedStorages.open(address, settings);
        Optional<SharedFile> found = files.find(address);
        if (found.isEmpty()) {
            addGlob(files, address, set, inputs);
        } else if (found.get().isFolder()) {
            addTree(files, address, null, set, inputs);
            if (inputs.isEmpty()) {
                throw input(
                        address
                                + ": the folder holds no file; name a folder with files (those"
                                + " whose name begins with a dot are left out)");
            }
        } else {
            inputs.add(new Input(address, new SharedPlace(files, found.get()), set));
        }
    }

    private static void addGlob(
            SharedFiles files, String glob, @Nullable String set, List<Input> inputs)
            throws IOException {
        int rootEnd = SharedStorages.rootEnd(glob);
        int globByte = InputNames.firstGlobByte(glob.substring(rootEnd));
        if (globByte < 0) {
            throw input(glob + ": no such file or folder; check the name");
        }
        int baseEnd = Math.max(rootEnd, glob.lastIndexOf('/', rootEnd + globByte) + 1);
        String base = glob.substring(0, baseEnd);
        PathMatcher matcher;
        try {
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob.substring(baseEnd));
        } catch (PatternSyntaxException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: not a glob: %s; quote or correct it"
                            .formatted(glob, failure.getDescription()),
                    failure);
        }
        if (files.find(base).isPresent()) {
            addTree(files, base, matcher, set, inputs);
        }
        if (inputs.isEmpty()) {
            throw input(glob + ": no file has such a name; check the pattern");
        }
    }

    /** As {@link InputFinder} does it in a directory: without hidden files and those of stores. */
    private static void addTree(
            SharedFiles files,
            String prefix,
            @Nullable PathMatcher matcher,
            @Nullable String set,
            List<Input> inputs)
            throws IOException {
        String base = prefix.endsWith("/") ? prefix : prefix + "/";
        List<SharedFile> all = files.list(base);
        Set<String> stores = stores(files, base, all);
        for (SharedFile file : all) {
            Path relative = Path.of(file.address().substring(base.length()));
            if (InputNames.isHidden(relative)
                    || stores.stream().anyMatch(store -> file.address().startsWith(store))) {
                continue;
            }
            if (matcher == null || matcher.matches(relative)) {
                InputNames.refuseTemporary(file.address());
                inputs.add(new Input(file.address(), new SharedPlace(files, file), set));
            }
        }
    }

    /** The folders below {@code base} that are stores, each with a slash at its end. */
    private static Set<String> stores(SharedFiles files, String base, List<SharedFile> all)
            throws IOException {
        Set<String> stores = new HashSet<>();
        for (SharedFile file : new ArrayList<>(all)) {
            String end = "/" + StoreMark.FILE_NAME;
            String folder = file.address().substring(0, file.address().lastIndexOf('/') + 1);
            if (file.address().endsWith(end)
                    && folder.length() > base.length()
                    && isManifest(files, file)) {
                stores.add(folder);
            }
        }
        return stores;
    }

    private static boolean isManifest(SharedFiles files, SharedFile file) throws IOException {
        ByteBuffer begin = ByteBuffer.allocate(StoreMark.MAGIC_BYTES);
        try (Storage.Source source = files.open(file, SharedFiles.Reading.PLACES)) {
            int count = 0;
            while (begin.hasRemaining() && count >= 0) {
                count = source.read(begin, begin.position());
            }
        }
        return !begin.hasRemaining() && StoreMark.begins(begin.array());
    }

    private static SluiceException input(String message) {
        return new SluiceException(ErrorCode.INPUT, message);
    }
}

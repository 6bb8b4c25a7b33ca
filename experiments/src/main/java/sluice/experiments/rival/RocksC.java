package sluice.experiments.rival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import sluice.hot.rocksdb.RocksLibrary;

/**
 * RocksDB's C interface (rocksdb/c.h), found in the library that rocksdbjni carries. Pointers are
 * passed as {@code long}. The functions called per row are constants; all others go through {@link
 * #call} by name.
 */
@SuppressWarnings("restricted")
final class RocksC {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = library();
    private static final Map<String, MethodHandle> BY_NAME = new ConcurrentHashMap<>();

    /** (writer, key, key length, value, value length, error out). */
    static final MethodHandle SST_PUT =
            bind("rocksdb_sstfilewriter_put", null, LONG, LONG, LONG, LONG, LONG, LONG);

    /** (iterator, key, key length). */
    static final MethodHandle ITERATOR_SEEK = bind("rocksdb_iter_seek", null, LONG, LONG, LONG);

    // These run for nanoseconds and never call back: "critical" leaves out the change of the
    // thread's state.
    static final MethodHandle ITERATOR_NEXT = bindShort("rocksdb_iter_next", null, LONG);
    static final MethodHandle ITERATOR_VALID = bindShort("rocksdb_iter_valid", BYTE, LONG);

    /** (iterator, length out) to the key's address, valid until the iterator moves. */
    static final MethodHandle ITERATOR_KEY = bindShort("rocksdb_iter_key", LONG, LONG, LONG);

    /** (iterator, length out) to the value's address, valid until the iterator moves. */
    static final MethodHandle ITERATOR_VALUE = bindShort("rocksdb_iter_value", LONG, LONG, LONG);

    /**
     * (database, read options, column family, key, key length, error out) to a pinned slice or 0.
     */
    static final MethodHandle GET_PINNED =
            bind("rocksdb_get_pinned_cf", LONG, LONG, LONG, LONG, LONG, LONG, LONG);

    /** (pinned slice, length out) to the value's address. */
    static final MethodHandle PINNED_VALUE =
            bindShort("rocksdb_pinnableslice_value", LONG, LONG, LONG);

    static final MethodHandle PINNED_DESTROY =
            bindShort("rocksdb_pinnableslice_destroy", null, LONG);

    private RocksC() {}

    /** Loads the library, so that nobody's stop watch does. */
    static void load() {
        if (LIBRARY.find("rocksdb_open").isEmpty()) {
            throw new IllegalStateException(
                    "the library in rocksdbjni does not export RocksDB's C interface "
                            + "on "
                            + System.getProperty("os.name")
                            + "; run the benchmark on Linux");
        }
    }

    /**
     * Calls the function {@code name} with {@code Long}, {@code Integer}, {@code Byte} or {@code
     * Double} arguments, whose types are those of the C declaration; the answer is a pointer or
     * number of 64 bits. For set-up only.
     */
    static long callLong(String name, Object... arguments) {
        return (long) invoke(name, LONG, arguments);
    }

    /** As {@link #callLong}, for functions without an answer. */
    static void call(String name, Object... arguments) {
        invoke(name, null, arguments);
    }

    /** Throws what RocksDB has left in the error pointer at {@code errorOut}, if it has. */
    static void check(long errorOut, String what) throws IOException {
        long text = NativeMemory.ALL.get(NativeMemory.NATIVE_LONG, errorOut);
        if (text != 0) {
            String message = NativeMemory.ALL.getString(text);
            NativeMemory.ALL.set(NativeMemory.NATIVE_LONG, errorOut, 0);
            call("rocksdb_free", text);
            throw new IOException(what + ": " + message);
        }
    }

    /** A C string that lives as long as {@code arena}. */
    static long text(Arena arena, String text) {
        return arena.allocateFrom(text).address();
    }

    private static Object invoke(String name, @Nullable MemoryLayout result, Object... arguments) {
        MethodHandle handle =
                BY_NAME.computeIfAbsent(
                        name,
                        _ -> {
                            MemoryLayout[] types = new MemoryLayout[arguments.length];
                            for (int i = 0; i < types.length; i++) {
                                types[i] =
                                        switch (arguments[i]) {
                                            case Long _ -> LONG;
                                            case Integer _ -> INT;
                                            case Byte _ -> BYTE;
                                            case Double _ -> ValueLayout.JAVA_DOUBLE;
                                            default ->
                                                    throw new IllegalArgumentException(
                                                            name + " cannot take " + arguments[i]);
                                        };
                            }
                            return bind(name, result, types);
                        });
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw NativeMemory.rethrow(failure);
        }
    }

    private static MethodHandle bind(
            String name, @Nullable MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(LIBRARY.findOrThrow(name), types(result, arguments));
    }

    private static MethodHandle bindShort(
            String name, @Nullable MemoryLayout result, MemoryLayout... arguments) {
        MemorySegment function = LIBRARY.findOrThrow(name);
        return LINKER.downcallHandle(
                function, types(result, arguments), Linker.Option.critical(false));
    }

    private static FunctionDescriptor types(
            @Nullable MemoryLayout result, MemoryLayout... arguments) {
        return result == null
                ? FunctionDescriptor.ofVoid(arguments)
                : FunctionDescriptor.of(result, arguments);
    }

    private static SymbolLookup library() {
        try {
            RocksLibrary.load();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return SymbolLookup.loaderLookup();
    }
}

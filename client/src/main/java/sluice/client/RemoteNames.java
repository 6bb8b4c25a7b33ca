package sluice.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;
import sluice.protocol.Operation.Resolve;
import sluice.protocol.Result.ResolveResult;

/**
 * The names of the store behind a server, both ways. Each question is a call, of many names or
 * numbers as of one; the names of numbers are kept, up to 16 MiB of them, as they never change.
 * Thread-safe.
 */
public final class RemoteNames implements Names {
    /** Entries of one request: names of 4,096 bytes each are less than a message may have. */
    private static final int TOGETHER_MAX = 2_048;

    private static final long CACHED_BYTES_MAX = 16 << 20;
    private static final long[] NONE = {};

    private final RemoteCalls calls;
    private final NameCache ids = new NameCache(CACHED_BYTES_MAX);
    private final NameCache types = new NameCache(CACHED_BYTES_MAX / 8);

    RemoteNames(RemoteCalls calls) {
        this.calls = calls;
    }

    private ResolveResult ask(
            List<WrittenName> idNames,
            List<WrittenName> typeNames,
            long[] idNumbers,
            long[] typeNumbers,
            boolean written) {
        Resolve resolve = new Resolve(idNames, typeNames, idNumbers, typeNumbers, written);
        return calls.call(resolve, Patience.NONE, ResolveResult.class);
    }

    /**
     * Whether the server knows names at all: one of an earlier version would take a name in a
     * request for the number 0.
     */
    public boolean areUnderstood() {
        try {
            ask(List.of(), List.of(), NONE, NONE, false);
            return true;
        } catch (SluiceException e) {
            if (RemoteCalls.isUnknown(e)) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public boolean idsAreNames() {
        return ask(List.of(), List.of(), NONE, NONE, false).idsAreNames();
    }

    @Override
    public OptionalLong id(WrittenName name) {
        return ask(List.of(name), List.of(), NONE, NONE, false).ids().get(0);
    }

    /** The ids of {@code names}, in their order; null for a name that is not known. */
    public List<@Nullable Long> ids(List<WrittenName> names) {
        List<@Nullable Long> found = new ArrayList<>(names.size());
        for (int at = 0; at < names.size(); at += TOGETHER_MAX) {
            List<WrittenName> some = names.subList(at, Math.min(names.size(), at + TOGETHER_MAX));
            var answered = ask(some, List.of(), NONE, NONE, false).ids();
            for (int index = 0; index < answered.size(); index++) {
                OptionalLong id = answered.get(index);
                found.add(id.isPresent() ? (Long) id.getAsLong() : null);
            }
        }
        return found;
    }

    @Override
    public OptionalLong type(WrittenName name) {
        return ask(List.of(), List.of(name), NONE, NONE, false).types().get(0);
    }

    @Override
    public OptionalLong writtenId(String text) {
        return ask(List.of(WrittenName.of(text)), List.of(), NONE, NONE, true).ids().get(0);
    }

    @Override
    public long writtenType(String text) {
        return ask(List.of(), List.of(WrittenName.of(text)), NONE, NONE, true)
                .types()
                .get(0)
                .getAsLong();
    }

    @Override
    public Optional<WrittenName> idName(long id) {
        return Optional.ofNullable(idNames(new long[] {id}).getFirst());
    }

    /** The names of {@code numbers}, in their order; null for a number without a name. */
    public List<@Nullable WrittenName> idNames(long[] numbers) {
        Map<Long, WrittenName> found = new HashMap<>();
        for (long number : numbers) {
            WrittenName known = ids.get(number);
            if (known != null) {
                found.put(number, known);
            }
        }
        long[] missing =
                Arrays.stream(numbers).distinct().filter(id -> !found.containsKey(id)).toArray();
        for (int at = 0; at < missing.length; at += TOGETHER_MAX) {
            int end = Math.min(missing.length, at + TOGETHER_MAX);
            long[] some = Arrays.copyOfRange(missing, at, end);
            List<WrittenName> answered = ask(List.of(), List.of(), some, NONE, false).idNames();
            for (int index = 0; index < answered.size(); index++) {
                if (answered.get(index).lengthBytes() > 0) {
                    found.put(some[index], answered.get(index));
                    ids.put(some[index], answered.get(index));
                }
            }
        }
        List<@Nullable WrittenName> names = new ArrayList<>(numbers.length);
        for (long number : numbers) {
            names.add(found.get(number));
        }
        return names;
    }

    @Override
    public Optional<WrittenName> typeName(long type) {
        WrittenName known = types.get(type);
        if (known != null) {
            return Optional.of(known);
        }
        WrittenName name =
                ask(List.of(), List.of(), NONE, new long[] {type}, false).typeNames().getFirst();
        if (name.lengthBytes() == 0) {
            return Optional.empty();
        }
        types.put(type, name);
        return Optional.of(name);
    }
}

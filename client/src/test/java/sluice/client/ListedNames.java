package sluice.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;
import sluice.model.names.WrittenNumber;

/** Names in a list: an id is the place of its name. Types are those of 100 and above. */
class ListedNames implements Names {
    static final long FIRST_TYPE = 100;

    private final List<WrittenName> ids = new ArrayList<>();
    private final Map<WrittenName, Long> places = new HashMap<>();

    /** By the text of a name, of those that are written alike the one in the shortest group. */
    private final Map<String, Long> texts = new HashMap<>();

    private final List<WrittenName> types = new ArrayList<>();

    /** Adds names of ids, each with its group; returns this. */
    ListedNames ids(WrittenName... names) {
        for (WrittenName name : names) {
            long place = ids.size();
            ids.add(name);
            places.put(name, place);
            texts.merge(
                    name.toString(),
                    place,
                    (before, next) ->
                            length(ids.get(before.intValue())) <= length(name) ? before : next);
        }
        return this;
    }

    ListedNames types(String... names) {
        for (String name : names) {
            types.add(WrittenName.of(name));
        }
        return this;
    }

    @Override
    public boolean idsAreNames() {
        return true;
    }

    @Override
    public OptionalLong id(WrittenName name) {
        Long found = name.group() == null ? texts.get(name.toString()) : places.get(name);
        return found == null ? OptionalLong.empty() : OptionalLong.of(found);
    }

    private static int length(WrittenName name) {
        return String.valueOf(name.group()).getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public OptionalLong type(WrittenName name) {
        int found = types.indexOf(name);
        return found < 0 ? WrittenNumber.of(name.text()) : OptionalLong.of(FIRST_TYPE + found);
    }

    @Override
    public OptionalLong writtenId(String text) {
        OptionalLong found = id(WrittenName.of(text));
        return found.isPresent() ? found : WrittenNumber.of(text);
    }

    @Override
    public long writtenType(String text) {
        return type(WrittenName.of(text))
                .orElseThrow(
                        () -> new SluiceException(ErrorCode.CONFIG, "no type \"" + text + "\""));
    }

    @Override
    public Optional<WrittenName> idName(long id) {
        return id >= 0 && id < ids.size() ? Optional.of(ids.get((int) id)) : Optional.empty();
    }

    @Override
    public Optional<WrittenName> typeName(long type) {
        long index = type - FIRST_TYPE;
        return index >= 0 && index < types.size()
                ? Optional.of(types.get((int) index))
                : Optional.empty();
    }
}

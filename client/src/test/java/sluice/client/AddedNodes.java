package sluice.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes that one user added over a bad network, each known by a text of its own: what the user
 * was told of them. Belongs to one thread.
 */
public final class AddedNodes {
    private final Map<String, Long> told = new HashMap<>();
    private final Set<String> perhaps = new HashSet<>();

    /** It was added, with this id. */
    public void added(String tag, long id) {
        told.put(tag, id);
    }

    /** It was added or not. */
    public void perhapsAdded(String tag) {
        perhaps.add(tag);
    }

    /**
     * What is wrong with the nodes that a store has in the end, of those whose text begins with
     * {@code prefix}, which are all of this user's.
     */
    public List<String> problems(String prefix, Map<String, List<Long>> idsByTag) {
        List<String> problems = new ArrayList<>();
        Map<String, Long> missing = new HashMap<>(told);
        idsByTag.forEach(
                (tag, ids) -> {
                    if (!tag.startsWith(prefix)) {
                        return;
                    }
                    Long id = missing.remove(tag);
                    if (ids.size() > 1) {
                        problems.add("node %s was added %d times".formatted(tag, ids.size()));
                    } else if (id == null && !perhaps.contains(tag)) {
                        problems.add("node %s was added, though nothing was done".formatted(tag));
                    } else if (id != null && !id.equals(ids.getFirst())) {
                        problems.add("node %s has another id".formatted(tag));
                    }
                });
        if (!missing.isEmpty()) {
            problems.add("nodes that were acknowledged are missing: " + missing);
        }
        return problems;
    }
}

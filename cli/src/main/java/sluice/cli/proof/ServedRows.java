package sluice.cli.proof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.client.NamedClient;
import sluice.client.NamedLink;
import sluice.client.NamedNode;
import sluice.client.RemoteNames;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.model.names.WrittenName;
import sluice.proof.NameNumbers;
import sluice.proof.StoredRows;

/** The rows of a server, its online writes among them, in one part: one scan with names. */
final class ServedRows implements StoredRows {
    private final SluiceClient client;
    private final boolean idsAreNames;
    private final String server;

    /** The caller closes {@code client}. */
    ServedRows(SluiceClient client, String server) {
        this.client = client;
        this.server = server;
        this.idsAreNames = client.names().idsAreNames();
    }

    @Override
    public boolean idsAreNames() {
        return idsAreNames;
    }

    @Override
    public int parts() {
        return 1;
    }

    @Override
    public void scan(int part, NameNumbers numbers, Visitor visitor) throws IOException {
        ShownRow names = new ShownRow(client.names(), numbers, idsAreNames);
        boolean complete =
                client.byName()
                        .scan(
                                new NamedClient.Visitor() {
                                    @Override
                                    public void node(NamedNode node) throws IOException {
                                        names.show(
                                                node.node().id(),
                                                node.id(),
                                                0,
                                                null,
                                                node.node().type(),
                                                node.type());
                                        visitor.node(node.node(), names);
                                    }

                                    @Override
                                    public void link(NamedLink link) throws IOException {
                                        names.show(
                                                link.link().id1(),
                                                link.id1(),
                                                link.link().id2(),
                                                link.id2(),
                                                link.link().linkType(),
                                                link.linkType());
                                        visitor.link(link.link(), names);
                                    }
                                });
        if (!complete) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has not all rows yet: its load is still copying; compare when that has ended"
                            .formatted(server));
        }
    }

    /** The names of the row that is shown. */
    private static final class ShownRow implements RowNames {
        private final RemoteNames remote;
        private final NameNumbers numbers;
        private final boolean idsAreNames;
        private final Map<String, Long> groups = new HashMap<>();
        private final Map<Long, Long> types = new HashMap<>();
        private long id1;
        private @Nullable WrittenName name1;
        private long id2;
        private @Nullable WrittenName name2;

        ShownRow(RemoteNames remote, NameNumbers numbers, boolean idsAreNames) {
            this.remote = remote;
            this.numbers = numbers;
            this.idsAreNames = idsAreNames;
        }

        void show(
                long newId1,
                @Nullable WrittenName newName1,
                long newId2,
                @Nullable WrittenName newName2,
                long type,
                @Nullable WrittenName typeName) {
            id1 = newId1;
            name1 = newName1;
            id2 = newId2;
            name2 = newName2;
            if (!types.containsKey(type)) {
                types.put(type, numberOf(type, typeName));
            }
        }

        /** Rows of properties come without the name of their type, which is their predicate's. */
        private long numberOf(long type, @Nullable WrittenName name) {
            if (PropertyTypes.isProperty(type)) {
                long predicate = PropertyTypes.predicateOf(type);
                return remote.typeName(predicate)
                        .map(each -> PropertyTypes.ofPredicate(numbers.type(each.bytes())))
                        .orElse(type);
            }
            return name == null ? type : numbers.type(name.bytes());
        }

        private @Nullable WrittenName nameOf(long id) {
            return id == id1 ? name1 : id == id2 ? name2 : null;
        }

        @Override
        public long idNumber(long id) {
            if (!idsAreNames) {
                return id;
            }
            WrittenName name = nameOf(id);
            if (name == null) {
                return numbers.unnamed(id);
            }
            Grouped parts = Grouped.of(name);
            long group = groups.computeIfAbsent(parts.group(), numbers::group);
            return numbers.id(group, parts.bytes(), 0, parts.bytes().length);
        }

        @Override
        public long typeNumber(long type) {
            return types.getOrDefault(type, type);
        }

        @Override
        public String idText(long id) {
            WrittenName name = nameOf(id);
            return name == null ? Long.toUnsignedString(id) : Grouped.of(name).toString();
        }
    }

    /**
     * A name in its group. A server with a schema writes names as RDF does, each form of a group of
     * its own (docs/rdf.md); any other one gives the group.
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Grouped(String group, byte[] bytes) {
        private static final String UID = "<0x";

        static Grouped of(WrittenName name) {
            String group = name.group();
            if (group != null) {
                return new Grouped(group, name.bytes());
            }
            String text = name.text();
            if (text.startsWith("<") && text.endsWith(">")) {
                String bare = text.substring(1, text.length() - 1);
                return of(text.startsWith(UID) ? "uid" : "", bare);
            }
            int colon = text.indexOf(':');
            return colon < 0
                    ? of("", text)
                    : of(text.substring(0, colon), text.substring(colon + 1));
        }

        private static Grouped of(String group, String text) {
            return new Grouped(group, text.getBytes(StandardCharsets.UTF_8));
        }

        /** As a store in a directory shows it. */
        @Override
        public String toString() {
            String text = new String(bytes, StandardCharsets.UTF_8);
            return group.isEmpty() ? text : group + ":" + text;
        }
    }
}

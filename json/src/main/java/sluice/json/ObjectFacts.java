package sluice.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.schema.TypedValue;

/**
 * The facts of one top-level object: its nodes, their members, a fact for each value and each link,
 * and the facets of facts. It also decides what counts: the last of two members of one name, and
 * which fact a facet belongs to, or why none. The parser fills the same one again and again;
 * belongs to one thread.
 *
 * <p>Nodes, facts and facets have numbers from 0 on. A number of a fact from {@link #next} is good
 * until the parser goes on; values are read from the text, which must not change until then.
 */
public final class ObjectFacts {
    /** How many nodes, members, values or facets one object can have, each. */
    public static final int PARTS_MAX = 1 << 20;

    /** How many facets one fact can have. */
    static final int FACETS_MAX = 1 << 12;

    private static final NodeKind[] KINDS = NodeKind.values();
    private static final int FIRST_PARTS = 16;

    /** In place of an index or a place that is not there. */
    static final int NONE = -1;

    private static final int NAME_SHOWN_BYTES = 60;

    private byte[] text = {};
    private long base;

    /** Labels of nodes and names of members, decoded. */
    private final JsonStrings names = new JsonStrings();

    private final IntTable nodes = new IntTable(NODE_FIELDS);
    private static final int NODE_FIELDS = 6;
    private static final int NODE_KIND = 0;
    private static final int NODE_LABEL = 1;
    private static final int NODE_LENGTH = 2;
    private static final int NODE_PLACE = 3;
    private static final int NODE_LINK = 4;
    private static final int NODE_NAMESPACE = 5;
    private long[] uids = new long[FIRST_PARTS];

    private final IntTable members = new IntTable(MEMBER_FIELDS);
    private static final int MEMBER_FIELDS = 6;
    private static final int MEMBER_NODE = 0;
    private static final int MEMBER_NAME = 1;
    private static final int MEMBER_LENGTH = 2;
    private static final int MEMBER_LANGUAGE = 3;
    private static final int MEMBER_FACT = 4;
    private static final int MEMBER_SHAPE = 5;

    /** Shapes of members. */
    static final int EMPTY = 0;

    static final int SCALAR = 1;
    static final int SCALARS = 2;
    static final int NODES = 3;

    /** What is said of the node or of other members. */
    static final int NO_VALUE = 4;

    private static final int SHAPES = 7;
    private static final int DEAD = 8;

    /** Above the shape and this mark: how many values a list of them has. */
    private static final int LIST_SHIFT = 4;

    private final IntTable facts = new IntTable(FACT_FIELDS);
    private static final int FACT_FIELDS = 4;
    private static final int FACT_MEMBER = 0;

    /** Where the value begins in the text; for a link the complement of its node's number. */
    private static final int FACT_VALUE = 1;

    private static final int FACT_FACET = 2;
    private static final int FACT_FACETS = 3;

    private final IntTable facets = new IntTable(FACET_FIELDS);
    private static final int FACET_FIELDS = 5;
    private static final int FACET_MEMBER = 0;

    /** Where the key begins in the name of the member. */
    private static final int FACET_KEY = 1;

    /** The position in a list, or -1. */
    private static final int FACET_POSITION = 2;

    private static final int FACET_VALUE = 3;
    private static final int FACET_NEXT = 4;

    private final MemberTable table = new MemberTable();
    private boolean hasDead;
    private boolean[] deadNodes = new boolean[FIRST_PARTS];

    private final NameSpan predicate = new NameSpan();
    private final NameSpan language = new NameSpan();
    private final NameSpan label = new NameSpan();
    private final NameSpan key = new NameSpan();
    private final ValueText values = new ValueText();
    private final ValueText facetValues = new ValueText();

    void begin(byte[] text, long base) {
        this.text = text;
        this.base = base;
        names.clear();
        nodes.clear();
        members.clear();
        facts.clear();
        facets.clear();
        hasDead = false;
        table.clear();
        if (uids.length > IntTable.ROWS_KEPT) {
            uids = new long[FIRST_PARTS];
            deadNodes = new boolean[FIRST_PARTS];
        }
    }

    /** The fact behind {@code fact}, -1 for the first one; -1 where there are no more. */
    public int next(int fact) {
        int next = fact + 1;
        while (hasDead && next < facts.count() && isDead(next)) {
            next++;
        }
        return next < facts.count() ? next : NONE;
    }

    /** The number of the node that the fact is about. */
    public int subject(int fact) {
        return members.get(facts.get(fact, FACT_MEMBER), MEMBER_NODE);
    }

    /** The number of the node that a link leads to, or -1 for a value. */
    public int target(int fact) {
        int value = facts.get(fact, FACT_VALUE);
        return value < 0 ? ~value : NONE;
    }

    /** The name of the fact's predicate, without a language; good until the next call. */
    public NameSpan predicate(int fact) {
        int member = facts.get(fact, FACT_MEMBER);
        int languageLength = members.get(member, MEMBER_LANGUAGE);
        predicate.bytes = names.decoded();
        predicate.offset = members.get(member, MEMBER_NAME);
        predicate.length =
                members.get(member, MEMBER_LENGTH) - (languageLength > 0 ? languageLength + 1 : 0);
        return predicate;
    }

    /** The language that the member is named with, or no bytes; good until the next call. */
    public NameSpan language(int fact) {
        int member = facts.get(fact, FACT_MEMBER);
        language.length = members.get(member, MEMBER_LANGUAGE);
        language.bytes = names.decoded();
        language.offset =
                members.get(member, MEMBER_NAME)
                        + members.get(member, MEMBER_LENGTH)
                        - language.length;
        return language;
    }

    /** How many nodes the object has, itself among them. */
    public int nodeCount() {
        return nodes.count();
    }

    public NodeKind kind(int node) {
        return KINDS[nodes.get(node, NODE_KIND)];
    }

    /** Whether facts of the node, or links to it, can count. */
    public boolean counts(int node) {
        return !deadNodes[node];
    }

    /** The fact of a value that is all of the member {@code name} of a node; -1 for none. */
    public int factOf(int node, byte[] name) {
        int from = names.length();
        names.appendPlain(name, 0, name.length);
        int member = table.find(this, node, from, name.length);
        names.cut(from);
        return member < 0 || shape(member) != SCALAR ? NONE : members.get(member, MEMBER_FACT);
    }

    /** The label of a node that is BLANK; good until the next call. */
    public NameSpan label(int node) {
        label.bytes = names.decoded();
        label.offset = nodes.get(node, NODE_LABEL);
        label.length = nodes.get(node, NODE_LENGTH);
        return label;
    }

    /** The unsigned number of a node that is UID. */
    public long uid(int node) {
        return uids[node];
    }

    /** Where the brace of the node stands in the unpacked file. */
    public long place(int node) {
        return base + nodes.get(node, NODE_PLACE);
    }

    /** Whether the node has a namespace. */
    public boolean hasNamespace(int node) {
        return nodes.get(node, NODE_NAMESPACE) != NONE;
    }

    /** The namespace of a node as it is written, a number or a text. */
    public void namespace(int node, TypedValue into) {
        values.read(text, nodes.get(node, NODE_NAMESPACE), into);
    }

    /** Where the brace of a node is, in the text that the parser was given. */
    public int nodeOffset(int node) {
        return nodes.get(node, NODE_PLACE);
    }

    /** Where the value or the node of a fact begins, in the text that the parser was given. */
    public int offset(int fact) {
        int value = facts.get(fact, FACT_VALUE);
        return value < 0 ? nodes.get(~value, NODE_PLACE) : value;
    }

    /** Reads the value of a fact that is no link; its bytes are good until the next call. */
    public void value(int fact, TypedValue into) {
        values.read(text, facts.get(fact, FACT_VALUE), into);
    }

    /** The first facet of a fact, or -1. */
    public int firstFacet(int fact) {
        return facts.get(fact, FACT_FACET);
    }

    /** The facet of the same fact behind {@code facet}, or -1. */
    public int nextFacet(int facet) {
        return facets.get(facet, FACET_NEXT);
    }

    /** The key of a facet; good until the next call. */
    public NameSpan key(int facet) {
        int member = facets.get(facet, FACET_MEMBER);
        int from = facets.get(facet, FACET_KEY);
        key.bytes = names.decoded();
        key.offset = members.get(member, MEMBER_NAME) + from;
        key.length = members.get(member, MEMBER_LENGTH) - from;
        return key;
    }

    /** Reads the value of a facet; a text that is a whole RFC 3339 time is a time. */
    public void facetValue(int facet, TypedValue into) {
        facetValues.readFacet(text, facets.get(facet, FACET_VALUE), into);
    }

    private boolean isDead(int fact) {
        int member = facts.get(fact, FACT_MEMBER);
        return (members.get(member, MEMBER_SHAPE) & DEAD) != 0
                || deadNodes[members.get(member, MEMBER_NODE)];
    }

    /** Adds a node whose brace is at {@code at}; -1 where there are too many. */
    int addNode(int at) {
        if (nodes.count() == PARTS_MAX) {
            return NONE;
        }
        int node = nodes.add();
        if (node == uids.length) {
            uids = Arrays.copyOf(uids, 2 * node);
            deadNodes = Arrays.copyOf(deadNodes, 2 * node);
        }
        deadNodes[node] = false;
        nodes.set(node, NODE_KIND, NodeKind.UNNAMED.ordinal());
        nodes.set(node, NODE_PLACE, at);
        nodes.set(node, NODE_LINK, NONE);
        nodes.set(node, NODE_NAMESPACE, NONE);
        return node;
    }

    void setUnnamed(int node) {
        nodes.set(node, NODE_KIND, NodeKind.UNNAMED.ordinal());
    }

    void setUid(int node, long uid) {
        nodes.set(node, NODE_KIND, NodeKind.UID.ordinal());
        uids[node] = uid;
    }

    /** Names a node by the label from {@code from} to {@code to} of the text. */
    NameSpan setLabel(int node, int from, int to) {
        nodes.set(node, NODE_KIND, NodeKind.BLANK.ordinal());
        nodes.set(node, NODE_LABEL, names.length());
        names.append(text, from, to);
        nodes.set(node, NODE_LENGTH, names.length() - nodes.get(node, NODE_LABEL));
        return label(node);
    }

    /** The label begins this many bytes later. */
    NameSpan cutLabel(int node, int count) {
        nodes.set(node, NODE_LABEL, nodes.get(node, NODE_LABEL) + count);
        nodes.set(node, NODE_LENGTH, nodes.get(node, NODE_LENGTH) - count);
        return label(node);
    }

    void setNamespace(int node, int at) {
        nodes.set(node, NODE_NAMESPACE, at);
    }

    /**
     * Adds a member whose name is from {@code from} to {@code to} of the text. A member of this
     * name before it counts no more. Returns -1 where there are too many.
     */
    int addMember(int node, int from, int to) {
        if (members.count() == PARTS_MAX) {
            return NONE;
        }
        int member = members.add();
        int name = names.length();
        names.append(text, from, to);
        members.set(member, MEMBER_NODE, node);
        members.set(member, MEMBER_NAME, name);
        members.set(member, MEMBER_LENGTH, names.length() - name);
        members.set(member, MEMBER_LANGUAGE, 0);
        members.set(member, MEMBER_FACT, NONE);
        members.set(member, MEMBER_SHAPE, EMPTY);
        int before = table.put(this, member);
        if (before == MemberTable.FULL) {
            return NONE;
        }
        if (before >= 0) {
            hasDead = true;
            members.set(before, MEMBER_SHAPE, members.get(before, MEMBER_SHAPE) | DEAD);
        }
        return member;
    }

    /** The name of a member; good until the next call. */
    NameSpan name(int member) {
        predicate.bytes = names.decoded();
        predicate.offset = members.get(member, MEMBER_NAME);
        predicate.length = members.get(member, MEMBER_LENGTH);
        return predicate;
    }

    int nodeOf(int member) {
        return members.get(member, MEMBER_NODE);
    }

    boolean hasSameName(int one, int other) {
        int length = members.get(one, MEMBER_LENGTH);
        return nodeOf(one) == nodeOf(other)
                && length == members.get(other, MEMBER_LENGTH)
                && hasName(one, members.get(other, MEMBER_NAME), length);
    }

    byte[] nameBytes() {
        return names.decoded();
    }

    boolean hasName(int member, int from, int length) {
        int own = members.get(member, MEMBER_NAME);
        byte[] bytes = names.decoded();
        return members.get(member, MEMBER_LENGTH) == length
                && Arrays.equals(bytes, own, own + length, bytes, from, from + length);
    }

    /** The last bytes of the member's name are a language. */
    void setLanguage(int member, int length) {
        members.set(member, MEMBER_LANGUAGE, length);
    }

    boolean hasLanguage(int member) {
        return members.get(member, MEMBER_LANGUAGE) > 0;
    }

    void setShape(int member, int shape) {
        members.set(member, MEMBER_SHAPE, shape);
    }

    /** The member is a list of this many values and no node. */
    void setScalars(int member, int count) {
        members.set(member, MEMBER_SHAPE, SCALARS | count << LIST_SHIFT);
    }

    int shape(int member) {
        return members.get(member, MEMBER_SHAPE) & SHAPES;
    }

    /** Adds the value at {@code at} of a member; false where there are too many. */
    boolean addValue(int member, int at) {
        return addFact(member, at) >= 0;
    }

    /** Adds the link of a member to {@code node}; false where there are too many. */
    boolean addLink(int member, int node) {
        int fact = addFact(member, ~node);
        nodes.set(node, NODE_LINK, fact);
        return fact >= 0;
    }

    private int addFact(int member, int value) {
        if (facts.count() == PARTS_MAX) {
            return NONE;
        }
        int fact = facts.add();
        facts.set(fact, FACT_MEMBER, member);
        facts.set(fact, FACT_VALUE, value);
        facts.set(fact, FACT_FACET, NONE);
        facts.set(fact, FACT_FACETS, 0);
        if (members.get(member, MEMBER_FACT) == NONE) {
            members.set(member, MEMBER_FACT, fact);
        }
        return fact;
    }

    /** Adds a facet by its member; {@code position} is -1 but in a list of facets. */
    boolean addFacet(int member, int keyFrom, int position, int at) {
        if (facets.count() == PARTS_MAX) {
            return false;
        }
        int facet = facets.add();
        facets.set(facet, FACET_MEMBER, member);
        facets.set(facet, FACET_KEY, keyFrom);
        facets.set(facet, FACET_POSITION, position);
        facets.set(facet, FACET_VALUE, at);
        facets.set(facet, FACET_NEXT, NONE);
        return true;
    }

    /** Ends the object: facets come to their facts. Returns what is wrong, or no text. */
    String finish() {
        for (int node = 1; hasDead && node < nodes.count(); node++) {
            deadNodes[node] = isDead(nodes.get(node, NODE_LINK));
        }
        // Backwards, so that the facets of a fact come out as they are written.
        for (int facet = facets.count() - 1; facet >= 0; facet--) {
            String fault = attach(facet);
            if (!fault.isEmpty()) {
                NameSpan name = name(facets.get(facet, FACET_MEMBER));
                return "facet %s %s"
                        .formatted(
                                new String(
                                        name.bytes,
                                        name.offset,
                                        Math.min(name.length, NAME_SHOWN_BYTES),
                                        StandardCharsets.UTF_8),
                                fault);
            }
        }
        return "";
    }

    private String attach(int facet) {
        int member = facets.get(facet, FACET_MEMBER);
        int node = nodeOf(member);
        if ((members.get(member, MEMBER_SHAPE) & DEAD) != 0 || deadNodes[node]) {
            return "";
        }
        int nameLength = facets.get(facet, FACET_KEY) - 1;
        int position = facets.get(facet, FACET_POSITION);
        boolean found = false;
        int link = nodes.get(node, NODE_LINK);
        if (link >= 0
                && position < 0
                && hasName(
                        facts.get(link, FACT_MEMBER),
                        members.get(member, MEMBER_NAME),
                        nameLength)) {
            found = true;
            if (!attach(facet, link)) {
                return FacetFault.TOO_MANY;
            }
        }
        int sibling = table.find(this, node, members.get(member, MEMBER_NAME), nameLength);
        if (sibling < 0 || shape(sibling) == NO_VALUE) {
            return found ? "" : FacetFault.OF_NOTHING;
        }
        int shape = shape(sibling);
        if (shape == EMPTY || shape == NODES && found) {
            return "";
        }
        if (shape == NODES) {
            return FacetFault.BESIDE_NODE;
        }
        if ((shape == SCALARS) != (position >= 0)) {
            return shape == SCALARS ? FacetFault.OF_LIST : FacetFault.OF_VALUE;
        }
        return position >= listLength(sibling)
                        || attachCopy(
                                facet,
                                members.get(sibling, MEMBER_FACT) + Math.max(0, position),
                                found)
                ? ""
                : FacetFault.TOO_MANY;
    }

    private int listLength(int member) {
        return shape(member) == SCALARS ? members.get(member, MEMBER_SHAPE) >>> LIST_SHIFT : 1;
    }

    /** Attaches a facet that may belong to a link already: then a copy of it. */
    private boolean attachCopy(int facet, int fact, boolean copy) {
        int own = facet;
        if (copy) {
            own = facets.count();
            if (!addFacet(
                    facets.get(facet, FACET_MEMBER),
                    facets.get(facet, FACET_KEY),
                    facets.get(facet, FACET_POSITION),
                    facets.get(facet, FACET_VALUE))) {
                return false;
            }
        }
        return attach(own, fact);
    }

    /** Attaches a facet; of a position that comes twice the last counts, which came first here. */
    private boolean attach(int facet, int fact) {
        int behind = facts.get(fact, FACT_FACET);
        if (behind >= 0 && facets.get(behind, FACET_MEMBER) == facets.get(facet, FACET_MEMBER)) {
            return true;
        }
        facets.set(facet, FACET_NEXT, facts.get(fact, FACT_FACET));
        facts.set(fact, FACT_FACET, facet);
        int count = facts.get(fact, FACT_FACETS) + 1;
        facts.set(fact, FACT_FACETS, count);
        return count <= FACETS_MAX;
    }
}

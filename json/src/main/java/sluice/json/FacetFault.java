package sluice.json;

/** Why a facet is none, behind its name. */
final class FacetFault {
    static final String OF_NOTHING =
            "belongs to no value and to no link; expected a member of its name";
    static final String BESIDE_NODE =
            "stands beside the member of its name; expected it inside the node there, since it is"
                    + " a facet of the link";
    static final String OF_LIST =
            "is one value for a list; expected an object of positions such as {\"0\": 1}";
    static final String OF_VALUE =
            "is an object of positions; expected one value, since the member is no list";
    static final String TOO_MANY =
            "is one of more than %d facets of a fact, or of %d of an object; expected fewer"
                    .formatted(ObjectFacts.FACETS_MAX, ObjectFacts.PARTS_MAX);

    private FacetFault() {}
}

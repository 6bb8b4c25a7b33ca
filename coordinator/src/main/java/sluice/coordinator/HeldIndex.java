package sluice.coordinator;

import sluice.model.HeldList;

/**
 * What a reader learns of the lists that the hot store holds whole, and tells of those that are
 * asked for. Asked for each request: must be quick. Safe for any number of threads.
 */
interface HeldIndex {
    /** Where no list is held. */
    HeldIndex NONE =
            new HeldIndex() {
                @Override
                public void asked(long id1, long linkType) {}

                @Override
                public boolean holds(long id1, long linkType, long epoch) {
                    return false;
                }

                @Override
                public boolean isOf(HeldList.Source source, long epoch) {
                    return false;
                }

                @Override
                public void answered() {}

                @Override
                public void missed(long id1, long linkType) {}
            };

    /** Somebody asks for this list. */
    void asked(long id1, long linkType);

    /** Whether the list may be held as it is in the cold content {@code epoch}. */
    boolean holds(long id1, long linkType, long epoch);

    /** Whether what is a copy of {@code source} is one of the cold content {@code epoch}. */
    boolean isOf(HeldList.Source source, long epoch);

    /** A request was answered from what is held. */
    void answered();

    /** It is not held, though {@link #holds} said so. */
    void missed(long id1, long linkType);
}

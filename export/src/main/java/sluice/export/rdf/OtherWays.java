package sluice.export.rdf;

/**
 * The ways out of a store whose rows statements cannot hold, in words for messages.
 *
 * @param always in any case
 * @param inDialect where another dialect may hold it
 */
record OtherWays(String always, String inDialect) {

    /**
     * The ways out of one store.
     *
     * @param hasSchema of the store; such a store is not exported as separated values
     */
    static OtherWays of(boolean hasSchema, RdfOptions options) {
        String always =
                hasSchema ? "copy the store with: sluice backup STORE DIR" : "export without --rdf";
        return new OtherWays(
                always, options.isW3c() ? "export with --rdf dgraph, or " + always : always);
    }
}

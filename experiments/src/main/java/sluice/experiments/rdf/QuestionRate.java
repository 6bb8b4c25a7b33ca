package sluice.experiments.rdf;

/**
 * How fast one question was answered on one thread.
 *
 * @param question in words
 * @param state of the store: at uptime or built
 * @param perSecond answers in a second
 * @param found nodes in an answer, on average
 */
record QuestionRate(String question, String state, double perSecond, double found) {}

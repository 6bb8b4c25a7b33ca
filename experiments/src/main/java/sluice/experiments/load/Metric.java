package sluice.experiments.load;

/** One quantity of one subject: what a list of samples is kept under. */
record Metric(Subject subject, Quantity quantity) implements Comparable<Metric> {
    @Override
    public int compareTo(Metric other) {
        int bySubject = subject.compareTo(other.subject);
        return bySubject != 0 ? bySubject : quantity.compareTo(other.quantity);
    }
}

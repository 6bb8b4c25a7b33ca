package sluice.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Placements as one line of text: {@code existing,incoming@server}, in the order of keys; {@code
 * 12*0,25@0} stands for twelve of them.
 */
final class PartitionLine {
    private PartitionLine() {}

    static Placement placement(int servers, String line) {
        List<Partition> partitions = new ArrayList<>();
        for (String word : line.strip().split("\\s+")) {
            int star = word.indexOf('*');
            int count = star < 0 ? 1 : Integer.parseInt(word.substring(0, star));
            String[] numbers = word.substring(star + 1).split("[,@]");
            for (int index = 0; index < count; index++) {
                partitions.add(
                        Partition.ofRows(
                                RangeKey.of((long) partitions.size()),
                                Long.parseLong(numbers[0]),
                                Long.parseLong(numbers[1]),
                                Integer.parseInt(numbers[2])));
            }
        }
        return new Placement(servers, partitions);
    }

    static Instance instance(int servers, String line) {
        return new Instance(placement(servers, line));
    }

    /** Limits, costs and moves as one line. */
    static String text(Instance instance, Solution solution) {
        StringBuilder text = new StringBuilder();
        text.append(
                "%d, %d, (%d,%d,%d):"
                        .formatted(
                                solution.insertLimit(),
                                solution.moveLimit(),
                                solution.cost(),
                                solution.moveMax(),
                                solution.moves()));
        for (int id = 0; id < instance.home.length; id++) {
            if (solution.destinations()[id] != instance.home[id]) {
                text.append(" %d>%d".formatted(id, solution.destinations()[id]));
            }
        }
        return text.toString();
    }
}

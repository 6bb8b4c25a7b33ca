package sluice.experiments.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sluice.plan.simulation.InsertionWay;

/** A figure with the seconds of each way in each set-up. */
record FigureTimes(PlanFigure figure, List<Row> rows) {
    /** A set-up and its seconds, in the order of the figure's ways. */
    record Row(PlanSetup setup, Map<InsertionWay, Double> seconds) {
        Row {
            seconds = Map.copyOf(seconds);
        }

        double of(InsertionWay way) {
            return seconds.getOrDefault(way, Double.NaN);
        }
    }

    FigureTimes {
        rows = List.copyOf(rows);
    }

    Row first() {
        return rows.getFirst();
    }

    Row last() {
        return rows.getLast();
    }

    /** The most over the least seconds of {@code way}. */
    double spread(InsertionWay way) {
        List<Double> seconds = seconds(way);
        return seconds.stream().mapToDouble(one -> one).max().orElse(Double.NaN)
                / seconds.stream().mapToDouble(one -> one).min().orElse(Double.NaN);
    }

    List<Double> seconds(InsertionWay way) {
        List<Double> seconds = new ArrayList<>();
        rows.forEach(row -> seconds.add(row.of(way)));
        return seconds;
    }

    /** R² of the straight line through the seconds of {@code way}. */
    double determination(InsertionWay way) {
        double meanX = rows.stream().mapToDouble(row -> row.setup().at()).average().orElse(0);
        double meanY = seconds(way).stream().mapToDouble(one -> one).average().orElse(0);
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (Row row : rows) {
            double x = row.setup().at() - meanX;
            double y = row.of(way) - meanY;
            xx += x * x;
            yy += y * y;
            xy += x * y;
        }
        return xy * xy / (xx * yy);
    }
}

package sluice.cli.stores;

import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.cli.show.PlanPicture;
import sluice.load.ranges.PlanOptions;
import sluice.load.ranges.PlannedInsertion;

/** Whether a load is inserted by plan. */
public final class PlanArguments {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--plan",
            paramLabel = "HOW",
            defaultValue = "off",
            description =
                    "With --cold: split and move regions before the rows come, so that each server"
                            + " takes an equal share: auto (where that saves more than it takes),"
                            + " off, show (make and show the plan, insert without it), stop (make and show"
                            + " the plan, and stop before rows are inserted) (default: off).")
    private PlannedInsertion.Mode mode = PlannedInsertion.Mode.OFF;

    /** Refuses a plan of a load that has no table of regions, or that another part runs. */
    public void check(boolean isCold, boolean isServing) {
        if (mode == PlannedInsertion.Mode.OFF) {
            return;
        }
        String word = mode.name().toLowerCase(Locale.ROOT);
        if (!isCold) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--plan %s requires a table with regions: name it by --cold hbase://…, or leave --plan out"
                            .formatted(word));
        }
        if (isServing) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--plan %s does not go with --serve yet: load without --serve, and serve by sluice serve beside it"
                            .formatted(word));
        }
    }

    /** The way in which the load inserts, told to {@code output}. */
    public PlannedInsertion insertion(String holder, PrintWriter output) {
        return new PlannedInsertion(
                mode,
                PlanOptions.USUAL,
                holder,
                System::currentTimeMillis,
                PlanPicture.shownAt(output));
    }
}

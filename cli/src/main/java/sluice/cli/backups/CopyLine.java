package sluice.cli.backups;

import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Model.CommandSpec;
import sluice.backup.BackupFolder;
import sluice.cli.console.StopSignal;
import sluice.cli.show.ScanLine;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;

/** The progress of a copy as a line on the terminal; ends the copy when the user asks for it. */
final class CopyLine implements BackupFolder.Progress, AutoCloseable {
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong all = new AtomicLong(1);
    private final StopSignal stop;
    private final ScanLine line;

    private CopyLine(CommandSpec spec, String verb, StopSignal stop) {
        this.stop = stop;
        this.line =
                ScanLine.show(
                        spec,
                        verb,
                        () ->
                                new ScanLine.Reading(
                                        done.get() / (double) Math.max(1, all.get()),
                                        Amounts.bytesToTenth(done.get())));
    }

    static CopyLine show(CommandSpec spec, String verb, StopSignal stop) {
        return new CopyLine(spec, verb, stop);
    }

    /** Throws if the user has asked the verb to end. */
    static void check(StopSignal stop) {
        if (stop.requested()) {
            throw new SluiceException(
                    ErrorCode.INTERRUPTED, "stopped; repeat the same command to begin again");
        }
    }

    @Override
    public void copied(long bytes, long ofBytes) {
        done.set(bytes);
        all.set(ofBytes);
        check(stop);
    }

    @Override
    public void close() {
        line.close();
    }
}

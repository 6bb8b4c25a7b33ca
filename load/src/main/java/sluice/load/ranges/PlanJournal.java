package sluice.load.ranges;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import sluice.load.files.CheckedLines;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.plan.RangeKey;
import sluice.plan.run.PlanAction;
import sluice.plan.run.Switches;
import sluice.plan.run.Target;
import sluice.storage.Storage;

/**
 * The aim of a plan and its progress, in a file of the store's directory that is replaced whole for
 * each change: the plan, that the switches are off and what they were, each split and move that was
 * asked for, the begin of the insertion, and that the switches are back.
 *
 * <p>A load that goes on reads the plan and whether the switches are off; what was split and moved
 * it looks up in the table. Safe for any number of threads.
 */
public final class PlanJournal {
    private static final String FORMAT = "sluice plan journal 1";
    private static final String PIECE = "piece";
    private static final String OFF = "off";
    private static final String BACK = "back";
    private static final String INSERTED = "inserted";
    private static final HexFormat HEX = HexFormat.of();

    private final Storage storage;
    private final List<String> lines;

    private PlanJournal(Storage storage, List<String> lines) {
        this.storage = storage;
        this.lines = new ArrayList<>(lines);
    }

    /** The journal of the last plan of the store; empty where it had none. */
    public static Optional<PlanJournal> read(Storage storage) throws IOException {
        Optional<List<String>> lines = CheckedLines.read(storage, StoreFiles.PLAN);
        if (lines.isPresent() && !lines.get().getFirst().equals(FORMAT)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s of %s begins with \"%s\", not \"%s\": install a newer sluice"
                            .formatted(
                                    StoreFiles.PLAN,
                                    storage.location(),
                                    lines.get().getFirst(),
                                    FORMAT));
        }
        return lines.map(found -> new PlanJournal(storage, found));
    }

    /**
     * Advice where a plan of the store was interrupted, so that the switches may be off, and no
     * load runs that could go on with it; else empty.
     */
    public static Optional<String> advice(Storage storage) throws IOException {
        Optional<PlanJournal> left = read(storage).filter(PlanJournal::isOff);
        return left.isEmpty() || LoadLock.isTaken(storage)
                ? Optional.empty()
                : left.map(PlanJournal::howToRestore);
    }

    /** Begins the journal of a plan for a load, in place of the one before. */
    static PlanJournal begin(Storage storage, String load, Target target) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(FORMAT);
        lines.add(load);
        PlanJournal journal = new PlanJournal(storage, lines);
        journal.addPieces(target);
        journal.publish();
        return journal;
    }

    /** The name of the load that the plan is for. */
    public String load() {
        return lines.get(1);
    }

    /** Whether balancer and normalizer may have been switched off and were not given back. */
    public synchronized boolean isOff() {
        return lines.lastIndexOf(BACK) < lines.lastIndexOf(OFF);
    }

    /** The last plan. */
    public synchronized Target target() {
        List<Target.Piece> pieces = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("plan")) {
                pieces.clear();
            } else if (words[0].equals(PIECE)) {
                RangeKey first =
                        words[1].equals("-") ? RangeKey.FIRST : RangeKey.of(HEX.parseHex(words[1]));
                boolean isCutOff = words[4].equals("cut");
                pieces.add(new Target.Piece(first, words[2], Long.parseLong(words[3]), isCutOff));
            }
        }
        return new Target(pieces);
    }

    /** Another plan stands instead of the one before. */
    synchronized void planned(Target target) throws IOException {
        addPieces(target);
        publish();
    }

    private void addPieces(Target target) {
        lines.add("plan " + target.pieces().size());
        for (Target.Piece piece : target.pieces()) {
            lines.add(
                    "%s %s %s %d %s"
                            .formatted(
                                    PIECE,
                                    hex(piece.first()),
                                    piece.server(),
                                    piece.insertCost(),
                                    piece.isCutOff() ? "cut" : "whole"));
        }
    }

    /** The switches are about to be switched off. */
    synchronized void pausing() throws IOException {
        add(OFF);
    }

    synchronized void paused(Switches found) throws IOException {
        add("found %s %s".formatted(found.balancer(), found.normalizer()));
    }

    /** Splits and moves are about to be asked for at the same time. */
    synchronized void changing(List<PlanAction> changes) throws IOException {
        for (PlanAction change : changes) {
            lines.add(
                    switch (change) {
                        case PlanAction.Split split -> "split " + hex(split.at());
                        case PlanAction.Move move ->
                                "move %s %s".formatted(hex(move.first()), move.server());
                        default -> throw new AssertionError(change);
                    });
        }
        publish();
    }

    synchronized void inserting() throws IOException {
        add("insert");
    }

    synchronized void inserted() throws IOException {
        add(INSERTED);
    }

    /** The switches are as they were found. */
    public synchronized void restored() throws IOException {
        add(BACK);
    }

    private void add(String line) throws IOException {
        lines.add(line);
        publish();
    }

    private void publish() throws IOException {
        CheckedLines.publish(storage, StoreFiles.PLAN, lines);
    }

    private static String hex(RangeKey key) {
        return key.equals(RangeKey.FIRST) ? "-" : HEX.formatHex(key.bytes());
    }

    /** The fault that an interrupted plan leaves behind. */
    public String fault() {
        return "a plan was interrupted: balancer and normalizer of the cluster stay off";
    }

    /** Advice to a user whose switches are off. */
    public String remedy() {
        return "repeat the command of the load, or run: sluice plan %s --restore --cold ADDRESS"
                .formatted(storage.location());
    }

    String howToRestore() {
        return fault() + " until you " + remedy();
    }
}

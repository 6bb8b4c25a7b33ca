package sluice.cli.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.storage.CorruptFileException;
import sluice.storage.FreeSpace;
import sluice.storage.StorageErrors;

/**
 * Turns what a verb threw into one message on standard error and an exit status.
 *
 * <p>What a user can act on is shown without a stack trace. Anything else is a fault of ours: one
 * line, and the stack trace in a file of the temporary directory, or on standard error with {@code
 * --debug}.
 */
public final class FailureReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
    /** What ran out was given back in part when this is asked. */
    private static final int OPEN_FILES_TRIED = 32;

    private final BooleanSupplier debug;
    private final UnaryOperator<String> origins;

    /**
     * Shows stack traces if {@code debug} says so.
     *
     * @param origins what to add to a message of a wrong configuration: where the options that it
     *     names are set, if that is not the command line
     */
    public FailureReport(BooleanSupplier debug, UnaryOperator<String> origins) {
        this.debug = debug;
        this.origins = origins;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter errors = command.getErr();
        String message = describe(failure);
        String told = message + suggestion(failure) + origins.apply(message);
        errors.println("sluice: " + MessageText.shown(told));
        errors.println("try: " + command.getCommandSpec().qualifiedName() + " --help");
        return ErrorCode.CONFIG.exitStatus();
    }

    /** What was meant by the first argument that is not understood. */
    private static String suggestion(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        String word = unmatched.getUnmatched().getFirst();
        CommandLine command = failure.getCommandLine();
        return word.startsWith("-")
                ? Spelling.suggestion(word, command.getCommandSpec().optionsMap().keySet())
                : Spelling.suggestion(word, command.getSubcommands().keySet());
    }

    @Override
    public int handleExecutionException(
            Exception failure, CommandLine command, ParseResult parsed) {
        return report(failure, command.getErr());
    }

    /**
     * Writes what {@code failure} means for the user to {@code errors} and returns the exit status.
     */
    public int report(Throwable failure, PrintWriter errors) {
        try {
            return tell(failure, errors);
        } catch (RuntimeException | Error e) {
            // What was lacking, such as memory or open files, may be lacking here too.
            errors.println(
                    "sluice: a fault of sluice itself: " + MessageText.shown(failure.toString()));
            errors.println("the error could not be reported in full: " + e);
            return ErrorCode.INTERNAL.exitStatus();
        }
    }

    private int tell(Throwable failure, PrintWriter errors) {
        ErrorCode code = codeOf(failure);
        String message = messageOf(failure);
        String told = message + (code == ErrorCode.CONFIG ? origins.apply(message) : "");
        errors.println("sluice: " + MessageText.shown(told));
        if (debug.getAsBoolean()) {
            failure.printStackTrace(errors);
        } else if (code == ErrorCode.INTERNAL) {
            errors.println(keepStackTrace(failure));
        }
        return code.exitStatus();
    }

    /** The exit status of a command that ends with {@code failure}. */
    public static int statusOf(Throwable failure) {
        return codeOf(failure).exitStatus();
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof UncheckedIOException && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }

    private static ErrorCode codeOf(Throwable thrown) {
        Throwable failure = cause(thrown);
        return switch (failure) {
            case ParameterException _ -> ErrorCode.CONFIG;
            case SluiceException known -> known.code();
            case CorruptFileException _ -> ErrorCode.CORRUPTION;
            case IOException _ -> ErrorCode.RESOURCE;
            case OutOfMemoryError _ -> ErrorCode.RESOURCE;
            default -> isOutOfOpenFiles(failure) ? ErrorCode.RESOURCE : ErrorCode.INTERNAL;
        };
    }

    /** What {@code thrown} means for the user, in one line. */
    public static String messageOf(Throwable thrown) {
        Throwable failure = cause(thrown);
        return switch (failure) {
            case ParameterException _ -> describe(failure);
            case NoSuchFileException missing -> missing.getFile() + ": no such file or directory";
            case AccessDeniedException denied ->
                    denied.getFile()
                            + ": permission denied; check the owner and the rights of it and of the directory it is in, or run sluice as the user who may";
            case CorruptFileException damaged -> describe(damaged);
            case IOException full when StorageErrors.isDiskFull(full) ->
                    describe(full) + room(full) + "; make room and repeat the same command";
            case SluiceException _ -> describe(failure);
            case Throwable open when isOutOfOpenFiles(open) ->
                    withOpenFiles(describe(open))
                            + "; a store has one file open for each run and segment: allow more with"
                            + " ulimit -n, then repeat the same command";
            case IOException _ -> describe(failure);
            case OutOfMemoryError threads when describe(threads).contains("native thread") ->
                    describe(threads)
                            + "; allow more threads with ulimit -u, or with pids.max of the cgroup, then"
                            + " repeat the same command";
            case OutOfMemoryError _ ->
                    "out of memory: " + describe(failure) + "; give more with --memory";
            default -> "a fault of sluice itself: " + failure;
        };
    }

    /**
     * Whether {@code failure} came of the limit on open files. A class that cannot be loaded does
     * not say why: then it is asked whether a few more files can be opened.
     */
    private static boolean isOutOfOpenFiles(Throwable failure) {
        return StorageErrors.isOutOfOpenFiles(failure)
                || (failure instanceof NoClassDefFoundError && areOpenFilesShort());
    }

    private static boolean areOpenFilesShort() {
        List<FileChannel> opened = new ArrayList<>();
        try {
            try {
                while (opened.size() < OPEN_FILES_TRIED) {
                    opened.add(FileChannel.open(Path.of("/dev/null")));
                }
                return false;
            } finally {
                for (FileChannel file : opened) {
                    file.close();
                }
            }
        } catch (IOException e) {
            return StorageErrors.isOutOfOpenFiles(e);
        }
    }

    private static String withOpenFiles(String message) {
        return message.contains(StorageErrors.OPEN_FILES)
                ? message
                : StorageErrors.OPEN_FILES + ": " + message;
    }

    /** How much room there is where {@code failure} happened, as far as can be told. */
    private static String room(IOException failure) {
        Path directory =
                failure instanceof FileSystemException known && known.getFile() != null
                        ? Path.of(known.getFile()).toAbsolutePath().getParent()
                        : null;
        try {
            return directory == null
                    ? ""
                    : " (%s are free in %s)"
                            .formatted(Amounts.bytes(FreeSpace.usableBytes(directory)), directory);
        } catch (IOException _) {
            // Told beside the failure itself, which is what matters.
            return "";
        }
    }

    private static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    private static String keepStackTrace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        try {
            Path file = Files.createTempFile("sluice-failure-", ".txt");
            Files.writeString(file, trace.toString());
            return "its stack trace is in " + file + "; please report it with that file";
        } catch (IOException | RuntimeException | Error e) {
            return "its stack trace could not be kept ("
                    + e
                    + "):"
                    + System.lineSeparator()
                    + trace;
        }
    }
}

package sluice.cli.console;

import java.io.Closeable;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One run of the command as its verbs see it: where they show things, and how a user stops them.
 */
public interface Invocation {
    /** The run that {@code verb} belongs to. */
    static Invocation of(CommandSpec verb) {
        return (Invocation) verb.root().userObject();
    }

    /** Where the verb's output is shown. */
    Terminal terminal();

    /** How the user asks the verb to end. */
    StopSignal stop();

    /** The environment variables of the process. */
    Map<String, String> environment();

    /** Closes {@code resource} when the verb has ended, before those that were given earlier. */
    void closeAtEnd(Closeable resource);

    /** The command with all its verbs, to look at rather than to run. */
    CommandLine whole();

    /** The command with {@code verb} as its only verb, for lines that a verb reads itself. */
    CommandLine withVerb(CommandLine verb);
}

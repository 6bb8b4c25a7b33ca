package sluice.cli.verbs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.help.CompletionScript;

/**
 * {@code sluice completion}: prints the script by which bash and zsh complete verbs and options.
 */
@Command(
        name = "completion",
        description = "Print the script by which bash and zsh complete verbs and options.",
        footer = {
            "",
            "Now:          source <(sluice completion)",
            "For good:     put that line into ~/.bashrc or ~/.zshrc"
        })
public final class CompletionCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().getOut().print(CompletionScript.of(Invocation.of(spec).whole()));
    }
}

package sluice.cli.help;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The script by which bash and zsh complete verbs, options, the values of options, and files.
 *
 * <p>It is a table of the verbs and a walk over the words of the command line; picocli's own script
 * gives options with the same label one list of values, and does not know that a question follows a
 * store.
 */
public final class CompletionScript {
    private static final Set<String> FILE_LABELS = Set.of("STORE", "SOURCE", "FILE", "DIR");

    /** What the table has as the values of an option of files, and of one of any other value. */
    private static final String FILE = "FILE";

    private static final String ANY = "ANY";
    private static final int ARGUMENTS_MAX = 999;

    private static final String WALK =
            """
            _sluice() {
                local current=${COMP_WORDS[COMP_CWORD]} verb='' option='' given=0 i word
                local verbs options files values
                COMPREPLY=()
                _sluice_verb "$verb"
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    # bash parts --format=jsonl into three words.
                    [ "$word" != '=' ] || continue
                    if [ -n "$option" ]; then
                        option=
                        continue
                    fi
                    case $word in
                        -*)
                            _sluice_values "$verb $word"
                            [ -z "$values" ] || option=$word
                            # It takes the place of the store.
                            [ "$word" != --server ] || files=0
                            ;;
                        *)
                            case " $verbs " in
                                *" $word "*)
                                    verb="$verb $word"
                                    _sluice_verb "$verb"
                                    ;;
                                *) given=$((given + 1)) ;;
                            esac
                            ;;
                    esac
                done
                [ "$current" != '=' ] || current=
                values=$verbs
                if [ -n "$option" ]; then
                    _sluice_values "$verb $option"
                elif [ "${current#-}" != "$current" ]; then
                    values=$options
                elif [ "$given" -lt "$files" ]; then
                    values=FILE
                fi
                # With no reply of ours, the shell completes files.
                [ "$values" != FILE ] || return 0
                [ "$values" != ANY ] || values=
                for word in $values; do
                    case $word in "$current"*) COMPREPLY+=("$word") ;; esac
                done
                [ ${#COMPREPLY[@]} -gt 0 ] || compopt +o default 2>/dev/null || return 0
            }

            if [ -n "${ZSH_VERSION:-}" ]; then
                autoload -Uz compinit bashcompinit
                whence compdef >/dev/null || compinit
                bashcompinit
            fi
            complete -o default -F _sluice sluice
            """;

    private final StringBuilder verbs = new StringBuilder();
    private final StringBuilder values = new StringBuilder();

    private final CommandLine whole;

    private CompletionScript(CommandLine whole) {
        this.whole = whole;
    }

    /** The script for {@code command} and all that is below it. */
    public static String of(CommandLine command) {
        CompletionScript script = new CompletionScript(command);
        script.add("", command);
        return """
        # Completion of sluice for bash and zsh. To use it: source <(sluice completion)

        # Sets what may follow the verb $1: verbs, options, and how many arguments that are files.
        _sluice_verb() {
            case $1 in
        %s    esac
        }

        # Sets values to those of an option, behind its verb: words, FILE, ANY, or none for a switch.
        _sluice_values() {
            values=
            case $1 in
        %s    esac
        }

        """
                        .formatted(script.verbs, script.values)
                + WALK;
    }

    private void add(String path, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        Map<String, CommandLine> below = new LinkedHashMap<>(command.getSubcommands());
        below.values().removeIf(verb -> verb.getCommandSpec().usageMessage().hidden());
        below.putAll(named(spec));
        List<String> options = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                options.addAll(List.of(option.names()));
                addValues(path, option);
            }
        }
        verbs.append(
                "        '%s') verbs='%s' options='%s' files=%d ;;\n"
                        .formatted(
                                path,
                                String.join(" ", below.keySet()),
                                String.join(" ", options),
                                files(spec)));
        below.forEach((name, verb) -> add(path + " " + name, verb));
    }

    /** The verbs of the whole command that an argument of {@code spec} offers to name. */
    private Map<String, CommandLine> named(CommandSpec spec) {
        Map<String, CommandLine> named = new LinkedHashMap<>();
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            if (argument.completionCandidates() != null) {
                for (String word : argument.completionCandidates()) {
                    CommandLine verb = whole.getSubcommands().get(word);
                    if (verb != null) {
                        named.put(word, verb);
                    }
                }
            }
        }
        return named;
    }

    private void addValues(String path, OptionSpec option) {
        if (option.arity().max() == 0) {
            return;
        }
        List<String> words = new ArrayList<>();
        for (String name : option.names()) {
            words.add("'" + path + " " + name + "'");
        }
        values.append(
                "        %s) values='%s' ;;\n"
                        .formatted(String.join(" | ", words), values(option)));
    }

    private static String values(OptionSpec option) {
        List<String> words = new ArrayList<>();
        if (option.completionCandidates() != null) {
            option.completionCandidates().forEach(word -> words.add(word.toLowerCase(Locale.ROOT)));
        }
        if (!words.isEmpty()) {
            return String.join(" ", words);
        }
        return option.type() == Path.class || FILE_LABELS.contains(option.paramLabel())
                ? FILE
                : ANY;
    }

    /** How many of the first arguments are files. */
    private static int files(CommandSpec spec) {
        int files = 0;
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            if (argument.type() == Path.class || FILE_LABELS.contains(argument.paramLabel())) {
                files = Math.max(files, Math.min(argument.index().max(), ARGUMENTS_MAX - 1) + 1);
            }
        }
        return files;
    }
}

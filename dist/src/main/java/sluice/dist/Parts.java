package sluice.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The parts that packages are put together from, in a folder of their own: jars for this system, a
 * Java that runs them, the manual, the completion, the bill of materials.
 *
 * @param project the root of the sources, for the launcher, the pages and the licence
 * @param version the version of the command
 * @param jars the folder of the jars
 * @param java the linked Java
 * @param manual the folder of the pages of the manual
 * @param completion the script for shells
 * @param options the options of a server as a file to begin with
 * @param bill the bill of materials as JSON; empty in a trial package of a build without a bill
 */
record Parts(
        Path project,
        String version,
        Platform platform,
        Path jars,
        JavaRuntime java,
        Path manual,
        String completion,
        String options,
        byte[] bill) {
    private static final String OPTIONS = "dist/src/main/packaging/jlink.options";

    /**
     * Makes the parts in {@code folder}, which must be empty.
     *
     * @param jdk the JDK to link a Java from
     * @param requiresBill whether a build without a bill of materials is refused
     */
    static Parts make(Path project, String version, Path jdk, Path folder, boolean requiresBill)
            throws IOException, InterruptedException {
        Path app = project.resolve("cli/target/app");
        if (!Files.isDirectory(app.resolve("lib"))) {
            throw new IOException(app + "/lib is not there; run: mvn -DskipTests package");
        }
        Platform platform =
                Platform.of(System.getProperty("os.name"), System.getProperty("os.arch"));
        Path jars = folder.resolve("lib");
        TreeSet<String> changed = Jars.copy(app.resolve("lib"), jars, platform);
        JavaRuntime java =
                JavaRuntime.link(jdk, project.resolve(OPTIONS), folder.resolve("runtime"));
        Path manual = Files.createDirectories(folder.resolve("man"));
        run(java, jars, "sluice.cli.ManPages", manual.toString());
        String completion = run(java, jars, "sluice.cli.Main", "completion");
        String options = run(java, jars, "sluice.cli.Main", "config", "serve");
        Path bill = app.resolve("bom.json");
        if (requiresBill && !Files.exists(bill)) {
            throw new IOException(
                    bill
                            + " is not there: a package needs a bill of materials; run mvn while"
                            + " online");
        }
        byte[] listed =
                Files.exists(bill) ? BillOfMaterials.of(bill, jars, changed, java) : new byte[0];
        return new Parts(
                project, version, platform, jars, java, manual, completion, options, listed);
    }

    private static String run(JavaRuntime java, Path jars, String type, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(java.home().resolve("bin/java").toString());
        command.addAll(List.of("-cp", jars + "/*", type));
        return Programs.run(command, List.of(arguments));
    }

    /** The name of the archive without its ending, which is that of its one folder too. */
    String name() {
        return "sluice-%s-%s".formatted(version, platform.name());
    }
}

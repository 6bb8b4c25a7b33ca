package sluice.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Packages as rooms of modules: whose they are, and who uses them. */
final class Rooms {
    /** Inner packages that other modules may use; every other one belongs to its module alone. */
    static final Set<String> SHOWN =
            Set.of(
                    "sluice.cluster.load.place",
                    "sluice.cluster.load.plan",
                    "sluice.cluster.load.task",
                    "sluice.coordinator.decision",
                    "sluice.dictionary.shard",
                    "sluice.experiments.contest",
                    "sluice.experiments.debl",
                    "sluice.experiments.demo",
                    "sluice.experiments.load",
                    "sluice.export.rdf",
                    "sluice.export.voldemort",
                    "sluice.ingest.fact",
                    "sluice.ingest.file",
                    "sluice.ingest.ledger",
                    "sluice.ingest.mapping",
                    "sluice.ingest.row",
                    "sluice.experiments.plan",
                    "sluice.experiments.turns",
                    "sluice.experiments.rdf",
                    "sluice.experiments.serving",
                    "sluice.linkbench.report",
                    "sluice.linkbench.run",
                    "sluice.linkbench.stores",
                    "sluice.linkbench.workload",
                    "sluice.load.build",
                    "sluice.load.files",
                    "sluice.load.job",
                    "sluice.load.plan",
                    "sluice.load.ranges",
                    "sluice.load.reject",
                    "sluice.load.remote",
                    "sluice.load.stage",
                    "sluice.load.version",
                    "sluice.model.apart",
                    "sluice.model.names",
                    "sluice.plan.run",
                    "sluice.plan.simulation",
                    "sluice.protocol.question",
                    "sluice.readonly.fetch",
                    "sluice.readonly.node",
                    "sluice.readonly.route",
                    "sluice.servers.hbase",
                    "sluice.servers.mariadb",
                    "sluice.servers.shared",
                    "sluice.storage.cache",
                    "sluice.storage.publish",
                    "sluice.storage.shared",
                    "sluice.store.commit",
                    "sluice.store.packed",
                    "sluice.store.scan",
                    "sluice.store.shared");

    /** A longer list says no more than that everybody is on it. */
    private static final int NAMED_MAX = 10;

    private Rooms() {}

    /** Whether a class of the package {@code from} may use the package {@code to}. */
    static boolean mayUse(String from, String to) {
        String module = House.module(to + ".");
        return House.module(from + ".").equals(module)
                || to.equals(House.packageOf(module))
                || SHOWN.contains(to);
    }

    /** Which packages use which, without themselves. */
    static Map<String, Set<String>> users(JavaClasses classes) {
        Map<String, Set<String>> users = new TreeMap<>();
        for (JavaClass from : classes) {
            users.computeIfAbsent(from.getPackageName(), _ -> new TreeSet<>());
            from.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(to -> to.getPackageName().startsWith("sluice."))
                    .filter(to -> !to.getPackageName().equals(from.getPackageName()))
                    .forEach(
                            to ->
                                    users.computeIfAbsent(to.getPackageName(), _ -> new TreeSet<>())
                                            .add(from.getPackageName()));
        }
        return users;
    }

    /**
     * How a package-info says who calls {@code room}: modules by name, rooms of its own module by
     * module and room.
     */
    static String calledBy(String room, Set<String> users) {
        String module = House.module(room + ".");
        TreeSet<String> names = new TreeSet<>();
        for (String user : users) {
            String other = House.module(user + ".");
            if (!other.equals(module)) {
                names.add(other);
            } else if (!room.equals(House.packageOf(module))) {
                names.add(user.substring("sluice.".length()));
            }
        }
        if (names.isEmpty()) {
            return "Called by no main code.";
        }
        if (names.size() > NAMED_MAX) {
            return "Called by most modules.";
        }
        StringBuilder text = new StringBuilder("Called by ");
        int left = names.size();
        for (String name : names) {
            text.append("{@code ").append(name).append('}');
            left--;
            text.append(left > 1 ? ", " : left == 1 ? " and " : ".");
        }
        return text.toString();
    }
}

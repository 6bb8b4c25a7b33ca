package sluice.linkbench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names of all settings that the original has, those too that mean nothing here. */
final class ConfigurationKeys {
    /** What its value is must not be shown. */
    static final String PASSWORD = "password";

    private static final List<String> PLAIN =
            List.of(
                    // Files and phases.
                    "workload_file data_file startid1 maxid1 generate_nodes loader_chunk_size",
                    "loaders requesters requests requestrate maxtime warmup_time",
                    "max_failed_requests load_random_seed request_random_seed",
                    // Links and payloads.
                    "link_type_count randomid2max id2gen_config link_datasize node_datasize",
                    // The mix.
                    "addlink deletelink updatelink countlink getlink getlinklist addnode"
                            + " updatenode",
                    "deletenode getnode getlinklist_history",
                    // Stores and logs of the original.
                    "linkstore nodestore host port user password dbid linktable counttable"
                            + " nodetable",
                    "debuglevel progressfreq displayfreq load_progress_interval maxsamples",
                    "req_progress_interval MySQL_bulk_insert_batch mysql_bulk_insert_batch",
                    "MySQL_disable_binlog_load mysql_disable_binlog_load write_options_sync",
                    "write_options_disableWAL tempdir loaddata useinputfiles reportprogress",
                    "read_param",
                    // Ours: the server that is started where none is named.
                    "mariadb_buffer_pool_bytes mariadb_durable sluice_memory_bytes",
                    // Ours: what a requester runs on.
                    "requester_threads",
                    // Ours: a Sluice store.
                    "sluice_durability sluice_hot_bytes");

    private static final List<String> ACCESSES =
            List.of(
                    "read_",
                    "read_uncorr_",
                    "write_",
                    "write_uncorr_",
                    "node_read_",
                    "node_update_",
                    "node_delete_");

    private static final List<String> DISTRIBUTION =
            List.of("config", "shape", "prob", "mean", "median", "sigma", "realdist");

    private static final List<String> PAYLOADS =
            List.of("link_add_", "link_up_", "node_add_", "node_up_");

    private static final Set<String> ALL = all();

    private ConfigurationKeys() {}

    static boolean isKnown(String key) {
        return ALL.contains(key);
    }

    /** The known key that is most like {@code key}. */
    static String nearest(String key) {
        String nearest = "";
        int least = Integer.MAX_VALUE;
        for (String known : ALL) {
            int edits = edits(key, known);
            if (edits < least) {
                least = edits;
                nearest = known;
            }
        }
        return nearest;
    }

    private static Set<String> all() {
        List<String> all = new ArrayList<>();
        PLAIN.forEach(line -> all.addAll(List.of(line.split(" "))));
        for (String prefix : ACCESSES) {
            all.add(prefix + "function");
            DISTRIBUTION.forEach(name -> all.add(prefix + name));
        }
        all.add("read_uncorr_blend");
        all.add("write_uncorr_blend");
        for (String name : List.of("func", "default")) {
            all.add("nlinks_" + name);
        }
        DISTRIBUTION.forEach(name -> all.add("nlinks_" + name));
        for (String name : List.of("dist", "min", "max")) {
            all.add("link_multiget_" + name);
        }
        DISTRIBUTION.forEach(name -> all.add("link_multiget_" + name));
        for (String prefix : PAYLOADS) {
            for (String name :
                    List.of(
                            "datagen",
                            "datagen_startbyte",
                            "datagen_endbyte",
                            "datagen_uniqueness",
                            "datagen_motif_length")) {
                all.add(prefix + name);
            }
        }
        return new TreeSet<>(all);
    }

    /** How many letters must be put in, taken out or replaced to make one of the other. */
    private static int edits(String from, String to) {
        int[] before = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] now = new int[to.length() + 1];
            now[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = before[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(replaced, 1 + Math.min(before[j], now[j - 1]));
            }
            before = now;
        }
        return before[to.length()];
    }
}

package sluice.linkbench.stores;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import sluice.live.Live;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/**
 * The process behind {@link StoreProcess}: serves a store on a free port of this machine, prints
 * the port, and ends soundly when its input ends, be it because its parent died.
 */
public final class ServedStore {
    static final String PORT = "port ";

    private ServedStore() {}

    /** The arguments: the store's directory, then {@link BenchStoreOptions#toArguments}. */
    public static void main(String[] arguments) throws IOException {
        List<String> options = List.of(arguments).subList(1, arguments.length);
        ServerOptions address = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        try (Live directory =
                        Live.open(
                                Path.of(arguments[0]),
                                BenchStoreOptions.parse(options).settings());
                SluiceServer server =
                        SluiceServer.start(
                                address, directory.store().graph(), () -> StatusReport.COMPLETE)) {
            PrintStream output = System.out;
            output.println(PORT + server.port());
            output.flush();
            while (System.in.read() >= 0) {
                // What comes means nothing; that nothing more comes does.
            }
        }
    }
}

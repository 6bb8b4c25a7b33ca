package sluice.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import sluice.testkit.JavaLaunch;

/**
 * {@link HostileClients} in a process of their own, so that what they do takes nothing from whoever
 * measures but a share of the processors; of these they take what the others leave, as if they were
 * on another machine. One owner, which closes it.
 */
public final class HostileProcess implements AutoCloseable {
    private static final int HEAP_MEBIBYTES = 256;
    private static final int FIRST_ACT_SECONDS_MAX = 90;

    private final Process process;
    private final BufferedWriter orders;
    private final BufferedReader said;

    private HostileProcess(Process process) {
        this.process = process;
        this.orders = process.outputWriter(UTF_8);
        this.said = process.inputReader(UTF_8);
    }

    /** Starts the process; nothing is done to the server yet. */
    public static HostileProcess start(int port, int httpPort, long hub, long type, long seed)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.addAll(JavaLaunch.withHeap(HEAP_MEBIBYTES));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(HostileProcess.class.getName());
        for (long argument : new long[] {port, httpPort, hub, type, seed}) {
            command.add(Long.toString(argument));
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        return new HostileProcess(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Begins {@code kind}. */
    public void begin(HostileClients.Kind kind) throws IOException {
        order(kind.name());
    }

    /** Ends what was begun; returns how often something was done. */
    public long end() throws IOException {
        return order("END");
    }

    private long order(String order) throws IOException {
        orders.write(order + "\n");
        orders.flush();
        String line = said.readLine();
        if (line == null) {
            throw new IOException("the hostile clients ended at the order " + order);
        }
        return Long.parseLong(line);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Obeys one order a line: the name of a kind, or END; each is answered with a number. */
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        int httpPort = Integer.parseInt(arguments[1]);
        long hub = Long.parseLong(arguments[2]);
        long type = Long.parseLong(arguments[3]);
        long seed = Long.parseLong(arguments[4]);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        HostileClients clients = null;
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            if (clients == null) {
                HostileClients.Kind kind = HostileClients.Kind.valueOf(line);
                clients = new HostileClients(kind, port, httpPort, hub, type, seed);
                System.out.println(0);
            } else {
                long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIRST_ACT_SECONDS_MAX);
                while (clients.acts() == 0 && System.nanoTime() < endNanos) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                }
                clients.close();
                System.out.println(clients.acts());
                clients = null;
            }
        }
        // Its owner has gone.
        Runtime.getRuntime().halt(0);
    }
}

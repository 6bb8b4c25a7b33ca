package sluice.cli.doctor;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.ParameterException;
import sluice.load.files.StoreAddresses;
import sluice.model.SluiceException;

/**
 * All checks of one installation, in order: configuration, machine, store, network, log, databases.
 */
final class Examination {
    private final Host host;
    private final Diagnosis diagnosis = new Diagnosis();

    Examination(Host host) {
        this.host = host;
    }

    /**
     * Makes them.
     *
     * @param named the store of the command line, which counts before that of the settings
     * @param settings reads those of the server; throws as the server would
     */
    Diagnosis run(Optional<Path> named, Supplier<ServerSettings> settings) {
        Optional<ServerSettings> read = read(settings);
        diagnosis.of(
                "Machine",
                () ->
                        new MachineChecks(host, diagnosis)
                                .run(read.flatMap(known -> known.bytes("--memory"))));
        Optional<Path> store = named.or(() -> read.flatMap(ServerSettings::store));
        StoreAddresses addresses =
                read.map(known -> new StoreAddresses(known.text("--hot"), known.text("--cold")))
                        .orElse(StoreAddresses.NONE);
        store.ifPresent(
                path ->
                        diagnosis.of(
                                "Store",
                                () -> new StoreChecks(host, path, diagnosis).run(addresses)));
        read.ifPresent(
                known -> {
                    diagnosis.of("Network", () -> new PortChecks(diagnosis).run(known));
                    diagnosis.of("Access", () -> new SecretChecks(host, diagnosis).run(known));
                    diagnosis.of("Log", () -> new LogChecks(host, diagnosis).run(known));
                    diagnosis.of("Databases", () -> new DatabaseChecks(diagnosis).run(known));
                });
        return diagnosis;
    }

    /** Where the configuration is wrong, the checks that need none are made all the same. */
    private Optional<ServerSettings> read(Supplier<ServerSettings> settings) {
        try {
            ServerSettings read = settings.get();
            diagnosis.of("Configuration", () -> diagnosis.good("configuration", "understood"));
            return Optional.of(read);
        } catch (SluiceException | ParameterException e) {
            diagnosis.of(
                    "Configuration",
                    () ->
                            diagnosis.fault(
                                    "configuration",
                                    String.valueOf(e.getMessage()),
                                    "correct it; ports, access, log and databases were not"
                                            + " checked"));
            return Optional.empty();
        }
    }
}

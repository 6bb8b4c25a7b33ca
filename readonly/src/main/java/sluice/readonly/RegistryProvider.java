package sluice.readonly;

import java.io.IOException;

/** Opens registries of one kind by their addresses. */
public interface RegistryProvider {
    /** The scheme of its addresses, as {@code zk}. */
    String scheme();

    /** The registry at {@code address}, which need not be reachable now. The caller closes it. */
    Registry open(String address) throws IOException;
}

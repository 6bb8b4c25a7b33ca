package sluice.store.commit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import sluice.storage.Storage;
import sluice.storage.publish.PublishedFiles;

/** Published files before each of whose requests something else happens. */
record HookedFiles(PublishedFiles below, Runnable hook) implements PublishedFiles {

    @Override
    public Draft begin(String name, Mode mode) throws IOException {
        Draft draft = below.begin(name, mode);
        return new Draft() {
            @Override
            public String name() {
                return draft.name();
            }

            @Override
            public int write(ByteBuffer bytes) throws IOException {
                return draft.write(bytes);
            }

            @Override
            public long publish() throws IOException {
                hook.run();
                return draft.publish();
            }

            @Override
            public void close() throws IOException {
                draft.close();
            }
        };
    }

    @Override
    public Storage.Source open(String name) throws IOException {
        hook.run();
        return below.open(name);
    }

    @Override
    public List<String> list(String prefix) throws IOException {
        hook.run();
        return below.list(prefix);
    }

    @Override
    public void delete(String name) throws IOException {
        hook.run();
        below.delete(name);
    }

    @Override
    public Set<Claim> claims() {
        return below.claims();
    }

    @Override
    public String location() {
        return below.location();
    }
}

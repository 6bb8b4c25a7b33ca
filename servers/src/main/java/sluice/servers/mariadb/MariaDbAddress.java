package sluice.servers.mariadb;

/**
 * Where a server is and who asks.
 *
 * @param database may be empty
 */
public record MariaDbAddress(String host, int port, String database, String user, String password) {

    /** Several statements at once save round trips; affected rows say what a row's state was. */
    public String url() {
        return "jdbc:mariadb://%s:%d/%s?allowMultiQueries=true&useAffectedRows=true&sslMode=disable"
                .formatted(host, port, database);
    }

    @Override
    public String toString() {
        return "%s@%s:%d/%s".formatted(user, host, port, database);
    }
}

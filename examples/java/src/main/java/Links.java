import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.Answer;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/**
 * Writes a link to a Sluice server and reads the newest links of its list; pom.xml says how to
 * build and start it.
 *
 * <p>A server on another machine requires TLS and a token. Name the file with its certificate in
 * SLUICE_CERTIFICATE and the file with the token in SLUICE_TOKEN_FILE.
 */
public class Links {
    public static void main(String[] arguments) {
        if (arguments.length < 4 || arguments.length > 5) {
            System.err.println("usage: java -jar links.jar HOST:PORT ID1 LINK_TYPE ID2 [DATA]");
            System.exit(2);
        }
        try {
            run(arguments);
        } catch (NumberFormatException e) {
            System.err.println("port, ids and types are unsigned numbers: " + e.getMessage());
            System.exit(2);
        } catch (SluiceException e) {
            System.err.println(e.code() + ": " + e.getMessage());
            System.exit(e.code().exitStatus());
        }
    }

    private static void run(String[] arguments) {
        int colon = arguments[0].lastIndexOf(':');
        String host = arguments[0].substring(0, Math.max(0, colon));
        int port = Integer.parseInt(arguments[0].substring(colon + 1));
        long id1 = Long.parseUnsignedLong(arguments[1]);
        long linkType = Long.parseUnsignedLong(arguments[2]);
        long id2 = Long.parseUnsignedLong(arguments[3]);
        String data = arguments.length == 5 ? arguments[4] : "written by Java";

        ClientOptions options =
                ClientOptions.of(host, port)
                        .secured(path("SLUICE_CERTIFICATE"), path("SLUICE_TOKEN_FILE"));
        // One client serves any number of threads; keep it as long as the program runs.
        try (SluiceClient client = SluiceClient.open(options)) {
            byte[] bytes = data.getBytes(StandardCharsets.UTF_8);
            long now = System.currentTimeMillis();
            Link link = new Link(id1, linkType, id2, Visibility.VISIBLE, 1, now, bytes);
            boolean isNew = client.addLink(link).value();
            System.out.println(isNew ? "added a link" : "replaced a link");

            Answer<LinkList> answer = client.linkList(LinkQuery.newest(id1, linkType, 10));
            LinkList list = answer.value();
            System.out.printf(
                    "%d links, %s%n", list.size(), answer.complete() ? "complete" : "partial");
            for (int i = 0; i < list.size(); i++) {
                System.out.printf(
                        "%s\t%d\t%s%n",
                        Long.toUnsignedString(list.id2(i)),
                        list.time(i),
                        new String(list.data(i), StandardCharsets.UTF_8));
            }
        }
    }

    private static Path path(String variable) {
        String name = System.getenv(variable);
        return name == null ? null : Path.of(name);
    }
}

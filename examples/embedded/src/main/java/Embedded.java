import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import sluice.ingest.Source;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Visibility;

/** Loads a file of links into a store, writes a link, and prints who node 1 links to. */
final class Embedded {
    public static void main(String[] arguments) throws IOException {
        try (Live live = Live.open(Path.of(arguments[0]), LiveSettings.usual())) {
            live.load(Source.open(List.of(arguments[1]), null));
            long now = System.currentTimeMillis();
            live.graph().addLink(new Link(1, 0, 99, Visibility.VISIBLE, 0, now, new byte[0]));
            for (Link link : live.graph().linkList(LinkQuery.newest(1, 0, 10)).value().links()) {
                System.out.println(link.id1() + " -> " + link.id2());
            }
        }
    }
}

package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Patience;
import sluice.model.Visibility;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.SluiceMethods;

/**
 * The page in a real browser during a load: buckets turn built before one's eyes, and the console
 * stays empty. Pictures of it are left in target/page. Skipped where there is no Chromium, which
 * {@code -Dchromium=} names where it is not on the path.
 */
class PageTest {
    @TempDir(cleanup = CleanupMode.NEVER)
    Path profile;

    private final Path pictures = Path.of("target", "page");
    private final SimulatedLoad load = new SimulatedLoad();
    private volatile boolean isOver;

    @Test
    void bucketsTurnBuiltAndNothingIsComplainedOf() throws IOException, InterruptedException {
        Optional<Path> chromium = Browser.find();
        assumeTrue(
                chromium.isPresent(),
                "no Chromium was found: install the package chromium, or name one:"
                        + " -Dchromium=PATH");
        Files.createDirectories(pictures);
        ServerOptions options = ServerOptions.LOCAL.at("127.0.0.1", 0, 0);
        try (SluiceServer server = SluiceServer.start(options, new MemoryGraph(1), load);
                Browser browser = new Browser(chromium.get(), profile)) {
            Thread queries = Thread.ofVirtual().start(() -> query(server.port()));
            browser.look(1280, 900, false);
            browser.open("http://localhost:" + server.httpPort() + "/");
            load.at(60);
            browser.await("document.querySelector('#phases .now')?.textContent == 'staging'");
            browser.await("document.getElementById('staged').textContent == '480'");
            browser.await("document.getElementById('reads').textContent != '0'");
            assertEquals("true", browser.value("/partial/.test(answers.textContent)"));
            for (int percent = 100; percent <= 170; percent += 10) {
                load.at(percent);
                int built = load.report().buckets(StatusReport.BucketState.BUILT);
                browser.await("document.getElementById('built').textContent == '" + built + "'");
            }
            browser.await("document.getElementById('answers').textContent.includes('complete')");
            browser.await(isPainted("--built") + " && " + isPainted("--demand"));
            browser.await("document.querySelectorAll('#rate-chart path').length == 3");
            browser.screenshot(pictures.resolve("light.png"));
            assertEquals(List.of(), browser.nameless());
            assertEquals(
                    "building",
                    browser.value("document.querySelector('[aria-current=step]').textContent"));
            String many = "[['built', 30000, 0], ['building', 3, 9], ['staged', 35533, 0]]";
            assertEquals("16", browser.value("drawBuckets(byId('buckets'), " + many + ")"));
            assertEquals("true", browser.value("byId('buckets').clientHeight < 400"));
            assertEquals(
                    "true", browser.value(isPainted("--staged") + " && " + isPainted("--demand")));
            browser.look(1280, 900, true);
            browser.await("matchMedia('(prefers-color-scheme: dark)').matches");
            browser.screenshot(pictures.resolve("dark.png"));
            browser.look(390, 844, true);
            browser.await("innerWidth == 390");
            browser.await("document.getElementById('rate-chart').viewBox.baseVal.width < 390");
            assertEquals("true", browser.value("document.body.scrollWidth <= 390"));
            browser.screenshot(pictures.resolve("phone.png"));
            load.at(200);
            browser.await("document.querySelector('#phases .now').textContent == 'complete'");
            browser.await("document.getElementById('built').textContent == '480'");
            assertTrue(browser.complaints.isEmpty(), browser.complaints::toString);
            isOver = true;
            queries.join();
        }
    }

    @Test
    void nodesAreFoundAndWalkedByKeyboardAndByAddress() throws IOException, InterruptedException {
        Optional<Path> chromium = Browser.find();
        assumeTrue(chromium.isPresent(), "no Chromium was found");
        Files.createDirectories(pictures);
        MemoryGraph graph = new MemoryGraph(1);
        for (int id2 = 1; id2 <= 120; id2++) {
            byte[] data = ("<b>note</b> " + id2).getBytes(StandardCharsets.UTF_8);
            graph.addLink(
                    new Link(7, 3, id2, Visibility.VISIBLE, 0, 1_600_000_000_000L + id2, data));
        }
        graph.addLink(new Link(7, 4, 9, Visibility.VISIBLE, 0, 5, new byte[] {0, 1}));
        graph.addLink(new Link(120, 3, 7, Visibility.VISIBLE, 0, 6, new byte[0]));
        load.at(200);
        ServerOptions options = ServerOptions.LOCAL.at("127.0.0.1", 0, 0);
        try (SluiceServer server = SluiceServer.start(options, graph, load);
                Browser browser = new Browser(chromium.get(), profile)) {
            browser.look(1280, 900, false);
            browser.open("http://localhost:" + server.httpPort() + "/");
            browser.await("document.querySelector('#phases .now')?.textContent == 'complete'");
            browser.value("document.getElementById('look-id').focus()");
            browser.type("7");
            browser.pressEnter();
            browser.await("document.querySelectorAll('.lists a').length == 2");
            assertEquals("7", browser.value("document.querySelector('#found h3').textContent"));
            browser.value("document.querySelector('.lists a').click()");
            browser.await("document.querySelectorAll('#found tbody tr').length == 50");
            assertEquals(
                    "2020-09-13T12:26:40.120Z",
                    browser.value(
                            "document.querySelector('#found tbody td:nth-child(2)').textContent"));
            assertEquals("0", browser.value("document.querySelectorAll('#found tbody b').length"));
            browser.screenshot(pictures.resolve("look.png"));
            assertEquals(List.of(), browser.nameless());
            browser.value("document.querySelector('#found button').click()");
            browser.await("document.querySelectorAll('#found tbody tr').length == 100");
            browser.value("document.querySelector('#found button').click()");
            browser.await("document.querySelectorAll('#found tbody tr').length == 120");
            browser.await("document.querySelector('#found button') == null");
            browser.value("document.querySelector('#found tbody a').click()");
            browser.await("document.querySelector('#found h3').textContent == '120'");
            browser.await("document.querySelector('#trail a')?.textContent == '7'");
            browser.look(390, 844, true);
            browser.await("innerWidth == 390");
            assertEquals("true", browser.value("document.body.scrollWidth <= 390"));
            browser.screenshot(pictures.resolve("look-phone.png"));
            browser.value("history.back()");
            browser.await("document.querySelector('#found h3').textContent == '7'");
            assertTrue(browser.complaints.isEmpty(), browser.complaints::toString);
            browser.value("location.hash = 'id=alice'");
            browser.await("document.querySelector('#found [role=alert]') != null");
        }
    }

    /** Whether a pixel of the map has the colour that the style sheet calls {@code name}. */
    private static String isPainted(String name) {
        return """
        (() => {
          const map = document.getElementById('buckets'), pen = map.getContext('2d');
          pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(NAME);
          const wanted = [1, 3, 5].map(at => parseInt(pen.fillStyle.slice(at, at + 2), 16));
          const seen = pen.getImageData(0, 0, map.width, map.height).data;
          for (let at = 0; at < seen.length; at += 4) {
            if (wanted.every((value, index) => seen[at + index] == value)) return true;
          }
          return false;
        })()\
        """
                .replace("NAME", "'" + name + "'");
    }

    private void query(int port) {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        Link link = new Link(1, 2, 3, Visibility.VISIBLE, 0, 0, new byte[10]);
        List<Request> requests =
                List.of(
                        request(new Operation.GetLinkList(LinkQuery.newest(1, 2, 10))),
                        request(new Operation.CountLinks(1, 2)),
                        request(new Operation.GetNode(4)),
                        request(new Operation.AddLink(link)));
        while (!isOver) {
            ClientCalls.blockingUnaryCall(
                    channel, SluiceMethods.BATCH, CallOptions.DEFAULT, requests);
        }
        channel.shutdownNow();
    }

    private static Request request(Operation operation) {
        return new Request(0, 0, Patience.NONE, operation);
    }
}

import java.time.Duration;
import java.util.Scanner;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;

/** A program of somebody else: does what each line of its input names, with one client. */
public class Asker {
    public static void main(String[] arguments) {
        ClientOptions options =
                ClientOptions.of("127.0.0.1", Integer.parseInt(arguments[0]))
                        .over(1, 16)
                        .within(Duration.ofSeconds(20));
        try (SluiceClient client = SluiceClient.open(options);
                Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                System.out.println(answer(client, lines.nextLine()));
            }
        }
    }

    private static String answer(SluiceClient client, String line) {
        try {
            return switch (line) {
                case "count" -> "count " + client.count(1, 7).value();
                case "scan" -> "scan " + scan(client);
                case "outlook" -> "outlook " + client.outlook(1).built();
                default -> "what is " + line + "?";
            };
        } catch (SluiceException e) {
            return e.code() + " " + e.getMessage();
        } catch (Throwable e) {
            return e.toString();
        }
    }

    private static long scan(SluiceClient client) throws Exception {
        long[] rows = new long[1];
        client.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        rows[0]++;
                    }

                    @Override
                    public void link(Link link) {
                        rows[0]++;
                    }
                });
        return rows[0];
    }
}

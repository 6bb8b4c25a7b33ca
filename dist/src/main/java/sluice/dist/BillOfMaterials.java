package sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The bill of materials of a package: that of the command (docs/decisions/011), with the checksums
 * of the jars as they are shipped, and with the Java that comes along.
 */
final class BillOfMaterials {
    private static final ObjectMapper JSON = new ObjectMapper();

    private BillOfMaterials() {}

    /**
     * Returns the bill as JSON.
     *
     * @param bill that of the build
     * @param jars the folder with the jars that are shipped
     * @param changed the names of those that have no libraries of other systems any more
     * @throws IOException if the bill names other jars than are shipped
     */
    static byte[] of(Path bill, Path jars, Set<String> changed, JavaRuntime java)
            throws IOException {
        ObjectNode root = (ObjectNode) JSON.readTree(Files.readString(bill));
        ArrayNode components = (ArrayNode) root.get("components");
        Map<String, ObjectNode> listed = new HashMap<>();
        for (JsonNode component : components) {
            String name = component.path("name").asText();
            String version = component.path("version").asText();
            listed.put("%s-%s.jar".formatted(name, version), (ObjectNode) component);
        }
        // The bill is that of the command itself, whose own jar is no component of it.
        ObjectNode own = (ObjectNode) root.at("/metadata/component");
        listed.put(
                "%s-%s.jar".formatted(own.path("name").asText(), own.path("version").asText()),
                own);
        TreeSet<String> shipped = new TreeSet<>();
        for (Path jar : Jars.in(jars)) {
            String name = jar.getFileName().toString();
            shipped.add(name);
            ObjectNode component = listed.get(name);
            if (component != null) {
                hashes(component, jar);
                if (changed.contains(name)) {
                    component
                            .putObject("pedigree")
                            .put("notes", "Native libraries of other systems were left out.");
                }
            }
        }
        TreeSet<String> unlisted = new TreeSet<>(shipped);
        unlisted.removeAll(listed.keySet());
        TreeSet<String> missing = new TreeSet<>(listed.keySet());
        missing.removeAll(shipped);
        if (!unlisted.isEmpty() || !missing.isEmpty()) {
            throw new IOException(
                    "%s does not name %s, and names %s, which is not there; run mvn package while online"
                            .formatted(bill, unlisted, missing));
        }
        ObjectNode runtime = components.addObject();
        runtime.put("type", "platform").put("bom-ref", "java-runtime");
        runtime.put("publisher", java.maker()).put("name", "java-runtime");
        runtime.put("version", java.version());
        runtime.put("description", "The modules of a JDK that the command uses, linked by jlink.");
        runtime.putArray("licenses")
                .addObject()
                .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    }

    private static void hashes(ObjectNode component, Path jar) {
        ArrayNode hashes = component.putArray("hashes");
        for (String algorithm : new String[] {"SHA-256", "SHA-512"}) {
            hashes.addObject().put("alg", algorithm).put("content", digest(algorithm, jar));
        }
    }

    private static String digest(String algorithm, Path file) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

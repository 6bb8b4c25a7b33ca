package sluice.readonly;

import java.util.regex.Pattern;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * A node of a ring as the topology names it; where it listens is in its {@link Life}.
 *
 * @param zone the site that fails as one; replicas are spread over zones
 */
public record Member(String name, String zone) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    public Member {
        check("node", name);
        check("zone", zone);
    }

    private static void check(String kind, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "\"%s\" is not the name of a %s; use small letters, digits and -, 63 at most"
                            .formatted(name, kind));
        }
    }
}

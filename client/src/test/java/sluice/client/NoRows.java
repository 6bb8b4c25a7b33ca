package sluice.client;

import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;

/** Looks at nothing. */
class NoRows implements GraphReader.Visitor {
    @Override
    public void node(Node node) {}

    @Override
    public void link(Link link) {}
}

// Names the traversal source that clients ask.
def globals = [:]
globals << [g: traversal().withEmbedded(graph)]

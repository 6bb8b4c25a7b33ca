"""Asks and writes the social network of docs/guide.md by name alone."""

import sluice

with sluice.connect("localhost:7411") as social:
    print(social.node("Person:933").node.data.decode())
    print(dict(social.types("Person:933").counts))
    for link in social.link_list("Person:933", "knows"):
        print(link.id1, link.link_type, link.id2)

    # Written by name, and read at once.
    social.add_link(sluice.Link("Person:933", "knows", "Person:1129", time=1338000000000))
    friends = social.link_list("Person:933", "knows").ids2
    print(friends)

    # Many questions in one message.
    for posts in social.batch(sluice.GetLinkList(friend, "likes") for friend in friends):
        print(posts.id1, posts.ids2)

    social.delete_link("Person:933", "knows", "Person:1129", expunge=True)
    print(social.count("Person:933", "knows").count)
    print(social.node("Person:1").node)

package io.meshlock.link.wire;

import static io.meshlock.link.wire.MessageRules.checkIncarnation;
import static io.meshlock.link.wire.MessageRules.checkKey;
import static io.meshlock.link.wire.MessageRules.checkNode;
import static io.meshlock.link.wire.MessageRules.checkNumber;
import static io.meshlock.link.wire.MessageRules.checkRises;
import static io.meshlock.link.wire.MessageRules.within;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.prioritized.Heir;
import io.meshlock.protocol.prioritized.LinkState;
import io.meshlock.protocol.prioritized.MessageBounds;
import io.meshlock.protocol.prioritized.NodeList;
import java.util.List;

/** The part of {@link MessageRules} for permits that go straight from holder to holder: heirs, routes, link states. */
final class HeirRules {

    private HeirRules() {}

    static void checkRoute(NodeList route) throws MalformedFrameException {
        within("length of a route", route.size(), 0, MessageBounds.MAX_HOPS);
        checkNodes(route);
    }

    /** Those who follow a grant, one after the other: each takes all of its slots. */
    static void checkHeirs(long number, Key key, List<Heir> heirs) throws MalformedFrameException {
        within("number of heirs", heirs.size(), 0, MessageBounds.MAX_HEIRS);
        long before = number;
        for (Heir heir : heirs) {
            checkNumber(heir.number());
            before = checkRises(before, heir.number());
            checkKey(heir.key());
            checkIncarnation(heir.reading().incarnation());
            checkRoute(heir.route());
            if (heir.key().permits() != key.permits()) {
                throw new MalformedFrameException(
                        "an heir of " + heir.key().permits() + " permits to a grant of " + key.permits() + " permits");
            }
        }
    }

    /** Versions may be any number: they begin with some bits of an incarnation. */
    static void checkLinks(List<LinkState> links, int most) throws MalformedFrameException {
        within("number of link states", links.size(), 0, most);
        for (LinkState state : links) {
            checkNode(state.node());
            within("version of a link state", state.version(), 0, MessageBounds.MAX_VERSION);
            within("hops of a link state", state.hops(), 0, MessageBounds.MAX_HOPS);
            within("number of neighbours", state.peers().size(), 0, MessageBounds.MAX_PEERS);
            checkNodes(state.peers());
        }
    }

    private static void checkNodes(NodeList nodes) throws MalformedFrameException {
        for (int i = 0; i < nodes.size(); i++) {
            checkNode(nodes.get(i));
        }
    }
}

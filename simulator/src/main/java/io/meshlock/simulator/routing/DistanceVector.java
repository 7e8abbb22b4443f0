package io.meshlock.simulator.routing;

import io.meshlock.protocol.Message;
import io.meshlock.simulator.network.Network;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A distance-vector protocol (Bellman–Ford), destination-sequenced: C. Perkins and P. Bhagwat, <em>Highly dynamic
 * destination-sequenced distance-vector routing (DSDV) for mobile computers</em>, SIGCOMM 1994.
 *
 * <p>Each node has, per destination, the next hop, the length of the route, and the sequence number that the
 * destination gave it. Every {@code period} a node takes a new even number and sends its whole table to its neighbours;
 * changed lengths are sent {@code trigger} after the first of them, all in one message. When a link goes down, the
 * routes over it become infinite, under the next odd number, and neighbours that route over this node follow.
 *
 * <p>A node without a route takes any with a newer number than it has heard. A node with a route follows its next hop,
 * and changes to another neighbour only for a shorter route that is no older: plain DSDV changes to any newer number
 * and flutters between routes as numbers spread. Along next hops numbers never fall, and while they are equal lengths
 * fall: so there are no loops, and no counting to infinity. The price is that a node that lost its route takes no older
 * one, however good. So a node that hears of the loss and has a route sends RENEW along it; a node that is offered a
 * shorter but older route sends RENEW there. The destination then takes a new number at once (as Babel does, RFC 8966,
 * section 3.8.2). Without RENEW, nodes would have to wait for the next periods.
 *
 * <p>Nodes begin with empty tables. Routing messages share links and delays with all others, and die with their links,
 * but are not subject to a scenario's loss.
 */
final class DistanceVector implements Routes {

    private static final int PERIOD = 0;
    private static final int TRIGGER = 1;

    /** No number heard yet. */
    private static final int UNHEARD = -1;

    private final Network network;
    private final Carrier carrier;
    private final RouteProtocol.DistanceVector settings;
    /** Longer than any route without loops. */
    private final int infinity;

    private final Table[] tables;

    DistanceVector(RouteProtocol.DistanceVector settings, Network network, Carrier carrier) {
        this.settings = settings;
        this.network = network;
        this.carrier = carrier;
        infinity = network.nodes();
        tables = new Table[network.nodes()];
        Arrays.setAll(tables, Table::new);
    }

    /** The routing table of one node. */
    private final class Table {
        final int node;
        final int[] next = new int[infinity];
        final int[] length = new int[infinity];
        final int[] number = new int[infinity];
        /** Per destination: the number after which this node asked for a newer one. */
        final int[] asked = new int[infinity];

        final BitSet news = new BitSet();
        boolean triggered;

        Table(int node) {
            this.node = node;
            Arrays.fill(next, NONE);
            Arrays.fill(length, infinity);
            Arrays.fill(number, UNHEARD);
            Arrays.fill(asked, UNHEARD);
            next[node] = node;
            length[node] = 0;
            number[node] = 0;
        }

        boolean reaches(int destination) {
            return length[destination] < infinity;
        }

        /** Sets a route. Neighbours are told soon if the length changed, or if a newer number was requested. */
        void set(int destination, int newNext, int newLength, int newNumber) {
            boolean news = length[destination] != newLength || asked[destination] >= number[destination];
            next[destination] = newNext;
            length[destination] = newLength;
            number[destination] = newNumber;
            if (news) {
                spread(destination);
            }
        }

        boolean isBetter(int from, int destination, int newLength, int newNumber) {
            int mine = number[destination];
            if (!reaches(destination)) {
                return newNumber > mine;
            }
            boolean shorter = newLength < length[destination];
            return newNumber > mine ? from == next[destination] || shorter : newNumber == mine && shorter;
        }

        /** Tells neighbours about a destination soon. */
        void spread(int destination) {
            news.set(destination);
            if (!triggered) {
                triggered = true;
                carrier.wake(settings.trigger(), node, TRIGGER);
            }
        }

        /** All destinations that this node ever heard of. */
        RouteMessage.Update all() {
            RouteMessage.Update update = new RouteMessage.Update(infinity);
            for (int destination = 0; destination < infinity; destination++) {
                if (number[destination] != UNHEARD) {
                    update.add(destination, length[destination], number[destination]);
                }
            }
            return update;
        }

        RouteMessage.Update news() {
            RouteMessage.Update update = new RouteMessage.Update(news.cardinality());
            for (int each = news.nextSetBit(0); each >= 0; each = news.nextSetBit(each + 1)) {
                update.add(each, length[each], number[each]);
            }
            return update;
        }
    }

    @Override
    public int nextHop(int at, int to) {
        return tables[at].next[to];
    }

    @Override
    public void start() {
        for (Table table : tables) {
            table.spread(table.node);
            // Spread over the period, so that not all nodes send at once.
            carrier.wake(settings.period() * (table.node + 1) / infinity, table.node, PERIOD);
        }
    }

    @Override
    public void due(int node, int what) {
        Table table = tables[node];
        if (what == PERIOD) {
            table.number[node] += 2;
            tellNeighbours(node, table.all());
            table.news.clear();
            carrier.wake(settings.period(), node, PERIOD);
        } else {
            table.triggered = false;
            if (!table.news.isEmpty()) {
                tellNeighbours(node, table.news());
                table.news.clear();
            }
        }
    }

    private void tellNeighbours(int node, RouteMessage.Update update) {
        for (int i = 0; i < network.degree(node); i++) {
            carrier.tell(node, network.peer(node, i), update);
        }
    }

    @Override
    public void linkUp(int low, int high) {
        carrier.tell(low, high, tables[low].all());
        carrier.tell(high, low, tables[high].all());
    }

    @Override
    public void linkDown(int low, int high) {
        dropRoutesOver(high, tables[low]);
        dropRoutesOver(low, tables[high]);
    }

    private void dropRoutesOver(int peer, Table table) {
        for (int destination = 0; destination < infinity; destination++) {
            if (table.next[destination] == peer) {
                table.set(destination, NONE, infinity, table.number[destination] + 1);
            }
        }
    }

    @Override
    public void receive(int at, int from, Message control) {
        Table table = tables[at];
        if (control instanceof RouteMessage.Renew renew) {
            onRenew(table, renew.destination(), renew.number());
        } else if (control instanceof RouteMessage.Update update) {
            boolean found = false;
            for (int i = 0; i < update.count(); i++) {
                found |= consider(table, from, update.destination(i), update.length(i) + 1, update.number(i));
            }
            if (found) {
                carrier.foundWay(at);
            }
        } else {
            throw new IllegalStateException("not a routing message: " + control);
        }
    }

    /** Considers a neighbour's route; true if there was no route before and is one now. */
    private boolean consider(Table table, int from, int destination, int length, int number) {
        if (destination == table.node) {
            if (number > table.number[table.node]) { // made by a node that lost its route to this one
                outdo(table, number);
            }
            return false;
        }
        if (length >= infinity) {
            hearOfLoss(table, from, destination, number);
            return false;
        }
        if (table.isBetter(from, destination, length, number)) {
            boolean found = !table.reaches(destination);
            table.set(destination, from, length, number);
            return found;
        }
        if (table.reaches(destination) && length < table.length[destination]) {
            askFor(table, from, destination, table.number[destination]);
        }
        return false;
    }

    private void hearOfLoss(Table table, int from, int destination, int number) {
        int mine = table.number[destination];
        if (table.next[destination] == from) {
            if (number > mine) {
                table.set(destination, NONE, infinity, number);
            }
        } else if (table.reaches(destination)) {
            if (mine > number) {
                table.spread(destination);
            } else {
                askFor(table, table.next[destination], destination, number);
            }
        }
    }

    private void onRenew(Table table, int destination, int number) {
        if (destination == table.node) {
            if (number >= table.number[table.node]) {
                outdo(table, number);
            }
        } else if (table.reaches(destination)) {
            if (table.number[destination] > number) {
                table.spread(destination);
            } else {
                askFor(table, table.next[destination], destination, number);
            }
        }
    }

    /** Requests, once, a newer number than this from the destination. */
    private void askFor(Table table, int neighbour, int destination, int number) {
        if (table.asked[destination] < number) {
            table.asked[destination] = number;
            carrier.tell(table.node, neighbour, new RouteMessage.Renew(destination, number));
        }
    }

    /** Takes the next even number after this one. */
    private static void outdo(Table table, int number) {
        table.number[table.node] = (number | 1) + 1;
        table.spread(table.node);
    }
}

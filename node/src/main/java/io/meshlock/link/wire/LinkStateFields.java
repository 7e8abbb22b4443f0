package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.prioritized.LinkState;
import io.meshlock.protocol.prioritized.NodeList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes what messages of a pool tell of the mesh's links. The node's own map is something else: see
 * {@link LinkStateAdverts}.
 */
final class LinkStateFields {

    private static final int NODE = 1;
    private static final int VERSION = 2;
    private static final int PEERS = 3;
    private static final int HOPS = 4;

    private LinkStateFields() {}

    static int size(int field, List<LinkState> links) {
        int bytes = 0;
        for (int i = 0; i < links.size(); i++) {
            bytes += Fields.sizeDelimited(field, size(links.get(i)));
        }
        return bytes;
    }

    private static int size(LinkState state) {
        return Fields.sizeUnsigned(NODE, Integer.toUnsignedLong(state.node()))
                + Fields.sizeUnsigned(VERSION, state.version())
                + Numbers.size(PEERS, state.peers())
                + Fields.sizeUnsigned(HOPS, state.hops());
    }

    static void write(CodedOutputStream out, int field, List<LinkState> links) throws IOException {
        for (int i = 0; i < links.size(); i++) {
            LinkState state = links.get(i);
            Fields.writeDelimited(out, field, size(state));
            Fields.writeUnsigned(out, NODE, Integer.toUnsignedLong(state.node()));
            Fields.writeUnsigned(out, VERSION, state.version());
            Numbers.write(out, PEERS, state.peers());
            Fields.writeUnsigned(out, HOPS, state.hops());
        }
    }

    /** Adds a link state to a list that is being read. */
    static List<LinkState> readInto(List<LinkState> links, CodedInputStream in) throws IOException {
        Fields.checkElements(links.size());
        List<LinkState> list = links.isEmpty() ? new ArrayList<>(4) : links;
        int outer = Fields.enter(in);
        list.add(read(in));
        Fields.leave(in, outer);
        return list;
    }

    private static LinkState read(CodedInputStream in) throws IOException {
        int node = 0;
        long version = 0;
        NodeList peers = NodeList.EMPTY;
        int hops = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case NODE << SHIFT | NUMBER -> node = in.readUInt32();
                case VERSION << SHIFT | NUMBER -> version = in.readUInt64();
                case PEERS << SHIFT | DELIMITED -> peers = Numbers.readNodeList(in);
                case HOPS << SHIFT | NUMBER -> hops = in.readUInt32();
                default -> Fields.skip(in, tag);
            }
        }
        return new LinkState(node, version, peers, hops);
    }
}

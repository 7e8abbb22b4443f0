package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.RecoveryMessage.Renew;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads and writes the renewal of a node's grants on its way to the token's holder. */
final class RenewPart extends Part<Renew> {

    static final Part<Renew> RENEW = new RenewPart();

    private static final int PEER_STATE = 1;
    private static final int HOPS = 2;

    @Override
    int payload(Renew renew) {
        return PeerStateParts.PEER_STATE.size(PEER_STATE, renew.peerState()) + Fields.sizeUnsigned(HOPS, renew.hops());
    }

    @Override
    void writeFields(CodedOutputStream out, Renew renew) throws IOException {
        PeerStateParts.PEER_STATE.write(out, PEER_STATE, renew.peerState());
        Fields.writeUnsigned(out, HOPS, renew.hops());
    }

    @Override
    Renew readFields(CodedInputStream in) throws IOException {
        @Nullable PeerState peerState = null;
        int hops = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case PEER_STATE << SHIFT | DELIMITED -> peerState = PeerStateParts.PEER_STATE.read(in);
                case HOPS << SHIFT | NUMBER -> hops = in.readUInt32();
                default -> Fields.skip(in, tag);
            }
        }
        if (hops < 1 || hops > Renew.MOST_HOPS) {
            throw new MalformedFrameException("a renewal that came over " + hops + " links");
        }
        return new Renew(EpochParts.required(peerState, "the peer state of a renewal"), hops);
    }
}

package io.meshlock.link.tcp;

import com.google.protobuf.InvalidProtocolBufferException;
import io.meshlock.keys.KeysException;
import io.meshlock.keys.MeshIdentity;
import io.meshlock.link.wire.MalformedFrameException;
import io.meshlock.link.wire.proto.Accept;
import io.meshlock.link.wire.proto.Goodbye;
import io.meshlock.link.wire.proto.Hello;
import io.meshlock.link.wire.proto.KeepAlive;
import io.meshlock.link.wire.proto.LinkFrame;
import io.meshlock.link.wire.proto.Refuse;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * One connection: TLS, handshake, the arbiter's decision, link, end. Used on the event loop only.
 *
 * <pre>
 * CONNECTING ──TLS──▶ HANDSHAKE ──HELLO──▶ arbiter: ACCEPT out ──▶ UP ──▶ CLOSED
 *                         │                other:   AWAITING ──ACCEPT in──▶ UP
 *                         └── REFUSE, timeout, anything unexpected ──▶ CLOSED
 * </pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes are reported by the channel
final class Connection extends ByteToMessageDecoder {

    private enum Stage {
        CONNECTING,
        HANDSHAKE,
        AWAITING,
        UP,
        CLOSED
    }

    private final TcpTransport transport;
    private final Dialer.@Nullable Target dialled;
    private long openedAt;
    private byte[] scratch = new byte[0];
    private Stage stage = Stage.CONNECTING;
    private @Nullable ChannelHandlerContext context;
    private @Nullable X509Certificate certificate;
    private @Nullable Hello hello;
    private @Nullable TcpLink link;

    /** @param dialled the target of an outgoing connection; null for an incoming one */
    Connection(TcpTransport transport, Dialer.@Nullable Target dialled) {
        this.transport = transport;
        this.dialled = dialled;
        openedAt = transport.now();
    }

    /** The peer's certificate; null without TLS, and before the TLS handshake has ended. */
    @Nullable
    X509Certificate certificate() {
        return certificate;
    }

    boolean isUp() {
        return stage == Stage.UP;
    }

    // ---- TLS --------------------------------------------------------------------------------------------------------

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        transport.opened(this);
        ctx.channel().closeFuture().addListener(closed -> gone()); // also comes if the dial failed
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (transport.settings().keys() == null) {
            greet(null);
        }
        ctx.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls) {
            if (tls.isSuccess()) {
                admit(ctx);
            } else {
                refusedByTls(tls.cause());
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    private void admit(ChannelHandlerContext ctx) {
        try {
            SslHandler tls = ctx.pipeline().get(SslHandler.class);
            X509Certificate theirs = (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
            transport.admission().admit(theirs); // whatever TLS did: it asks nobody about sessions that are resumed
            certificate = theirs;
            transport.introduced(this);
            greet(theirs);
        } catch (SSLPeerUnverifiedException | KeysException e) {
            refusedByTls(e);
        }
    }

    private void refusedByTls(Throwable why) {
        if (stage != Stage.CLOSED) {
            transport.counters().count(LinkCounter.TLS_REFUSED);
            transport.logRefusal(remote(), TlsWords.of(why));
            close();
        }
    }

    /** Sends HELLO. The peer is known from its certificate; without one, it is known only after its HELLO. */
    private void greet(@Nullable X509Certificate theirs) {
        stage = Stage.HANDSHAKE;
        LinkTable.Lost lost = theirs == null
                ? LinkTable.Lost.NONE
                : transport.table().lost(MeshIdentity.of(theirs).number());
        if (theirs == null && dialled != null && dialled.peer() != null) {
            lost = transport.table().lost(dialled.peer());
        }
        Hello ours = Handshake.hello(
                transport.settings().identity(), transport.self().incarnation(), lost);
        write(LinkFrame.newBuilder().setHello(ours).build());
    }

    // ---- frames -----------------------------------------------------------------------------------------------------

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (stage == Stage.CLOSED) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            int length = FrameLength.read(in, transport.maxFrameBytes());
            if (length < 0) {
                return;
            }
            transport.counters().add(LinkCounter.BYTES_RECEIVED, length);
            if (in.hasArray()) {
                frame(in.array(), in.arrayOffset() + in.readerIndex(), length);
            } else {
                if (scratch.length < length) {
                    scratch = new byte[Math.max(1024, length)];
                }
                in.getBytes(in.readerIndex(), scratch, 0, length);
                frame(scratch, 0, length);
            }
            in.skipBytes(length);
        } catch (MalformedFrameException | InvalidProtocolBufferException e) {
            malformed(String.valueOf(e.getMessage()));
            in.skipBytes(in.readableBytes());
        }
    }

    private void frame(byte[] bytes, int offset, int length)
            throws MalformedFrameException, InvalidProtocolBufferException {
        TcpLink up = link;
        if (up != null) {
            up.keepAlive().heard(transport.now());
            int payload = FrameLength.payload(bytes, offset, length);
            if (payload >= 0) {
                up.deliver(bytes, offset + length - payload, payload);
                return;
            }
        }
        LinkFrame frame = LinkFrame.parser().parseFrom(bytes, offset, length);
        switch (frame.getBodyCase()) {
            case HELLO -> onHello(frame.getHello());
            case ACCEPT -> onAccept(frame.getAccept());
            case REFUSE -> onRefuse(frame.getRefuse());
            case GOODBYE -> end(LinkEnd.CLOSED_BY_PEER);
            case POOLS -> {
                byte[] pools = frame.getPools().toByteArray();
                expect(up != null, "a frame of pools before the link was up").deliver(pools, 0, pools.length);
            }
            case KEEP_ALIVE, BODY_NOT_SET -> {
                TcpLink heard = expect(up != null, "a keep-alive before the link was up");
                if (frame.getKeepAlive().getTwin()) {
                    transport.hasTwin("it was started earlier, and " + heard.peer() + " refuses it");
                }
            }
        }
    }

    private void onHello(Hello theirs) throws MalformedFrameException {
        if (stage != Stage.HANDSHAKE) {
            throw new MalformedFrameException("HELLO at the wrong moment");
        }
        MeshIdentity certified = certificate == null ? null : MeshIdentity.of(certificate);
        Refuse objection = Handshake.objection(theirs, transport.settings().identity(), certified);
        if (objection != null) {
            boolean isThisNode = objection.getReason() == Refuse.Reason.SELF
                    && theirs.getIncarnation() == transport.self().incarnation();
            transport.counters().count(LinkCounter.PEERS_REFUSED);
            if (isThisNode && dialled != null) {
                dialled.refused(Refuse.Reason.SELF, 0); // it is listed among its own peers, which does no harm
            } else if (!isThisNode) {
                transport.logRefusal(remote(), objection.getDetail());
                if (objection.getReason() == Refuse.Reason.SELF) {
                    transport.hasTwin("it is at " + remote());
                }
            }
            refuse(objection);
            return;
        }
        hello = theirs;
        transport.introduced(this);
        transport.greeted(Handshake.peer(theirs), remote());
        if (dialled != null) {
            dialled.met(theirs.getNumber());
        }
        if (transport.table().isArbiterOver(theirs.getNumber())) {
            decide(theirs);
        } else {
            stage = Stage.AWAITING;
        }
    }

    private void refuseTwin(Hello theirs) {
        transport.counters().count(LinkCounter.DUPLICATES_REFUSED);
        refuse(Handshake.refusal(Refuse.Reason.TWIN, "a process that was started later is linked as this node"));
        TcpLink later = transport.table().link(theirs.getNumber());
        if (later != null) {
            later.channel()
                    .writeAndFlush(encoded(LinkFrame.newBuilder()
                            .setKeepAlive(KeepAlive.newBuilder().setTwin(true))
                            .build()));
        }
    }

    private void decide(Hello theirs) {
        LinkTable table = transport.table();
        Refuse objection = table.objection(theirs, transport.now());
        if (objection != null && objection.getReason() == Refuse.Reason.TWIN) {
            refuseTwin(theirs);
            return;
        }
        if (objection != null) {
            transport.counters().count(counter(objection.getReason()));
            refuse(objection);
            return;
        }
        TcpLink stale = table.link(theirs.getNumber());
        if (stale != null) {
            transport.lower(stale, LinkEnd.REPLACED);
        }
        long session = table.nextSession();
        Accept accept = Accept.newBuilder()
                .setVersion(Handshake.version(theirs))
                .setLink(session)
                .build();
        write(LinkFrame.newBuilder().setAccept(accept).build());
        up(theirs, session);
    }

    private static LinkCounter counter(Refuse.Reason reason) {
        return switch (reason) {
            case DUPLICATE -> LinkCounter.DUPLICATES_REFUSED;
            case HELD_DOWN -> LinkCounter.HELD_DOWN;
            default -> LinkCounter.TOO_MANY_CONNECTIONS;
        };
    }

    private void onAccept(Accept accept) throws MalformedFrameException {
        Hello theirs = hello;
        if (stage != Stage.AWAITING || theirs == null) {
            throw new MalformedFrameException("ACCEPT at the wrong moment");
        }
        if (accept.getVersion() != Handshake.version(theirs)) {
            throw new MalformedFrameException("ACCEPT of version " + accept.getVersion());
        }
        if (transport.table().isOlderTwin(theirs)) {
            refuseTwin(theirs);
            return;
        }
        TcpLink former = transport.table().link(theirs.getNumber());
        if (former != null) {
            transport.lower(former, LinkEnd.REPLACED);
        }
        up(theirs, accept.getLink());
    }

    private void up(Hello theirs, long session) {
        stage = Stage.UP;
        if (dialled != null) {
            dialled.succeeded();
        }
        link = transport.raise(context().channel(), Handshake.peer(theirs), session);
    }

    private void onRefuse(Refuse refuse) {
        if (dialled != null) {
            dialled.refused(refuse.getReason(), Integer.toUnsignedLong(refuse.getRetryAfterMillis()));
        }
        TcpTransport.LOG.debug("{} refused: {} {}", remote(), refuse.getReason(), refuse.getDetail());
        if (refuse.getReason() == Refuse.Reason.TWIN) {
            transport.hasTwin("it was started later, and the node at " + remote() + " is linked with it");
            end(LinkEnd.BROKEN); // as a link that flaps: it was up if this node is the arbiter
            return;
        }
        end(LinkEnd.CLOSED_BY_PEER);
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /**
     * Called regularly: ends a handshake that takes too long, takes a silent link down, sends a keep-alive if needed.
     */
    void tick(long now, long stoodStill) {
        TcpLink up = link;
        openedAt += stoodStill;
        if (up == null) {
            if (stage != Stage.CLOSED
                    && now - openedAt >= transport.settings().timings().handshakeMillis()) {
                transport.counters().count(LinkCounter.HANDSHAKES_TIMED_OUT);
                close();
            }
            return;
        }
        up.keepAlive().excuse(stoodStill);
        switch (up.keepAlive().check(now)) {
            case SILENT -> transport.lower(up, LinkEnd.SILENT);
            case SEND_KEEP_ALIVE -> {
                transport.counters().count(LinkCounter.KEEP_ALIVES_SENT);
                up.keepAlive().said(now);
                write(LinkFrame.newBuilder()
                        .setKeepAlive(KeepAlive.getDefaultInstance())
                        .build());
            }
            case FINE -> {}
        }
    }

    /** The peer's certificate was revoked, or has expired. */
    void noLongerAdmitted(LinkEnd why) {
        end(why);
    }

    void goodbye() {
        write(LinkFrame.newBuilder().setGoodbye(Goodbye.getDefaultInstance()).build());
    }

    private void refuse(Refuse why) {
        stage = Stage.CLOSED;
        ByteBuf frame = encoded(LinkFrame.newBuilder().setRefuse(why).build());
        context().writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE);
    }

    private void malformed(String what) {
        transport.counters().count(LinkCounter.MALFORMED_FRAMES);
        transport.logRefusal(remote(), what);
        end(LinkEnd.MALFORMED);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (stage == Stage.CONNECTING && transport.settings().keys() != null) {
            refusedByTls(cause);
        } else {
            TcpTransport.LOG.debug("connection with {} broke", remote(), cause);
            end(LinkEnd.BROKEN);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        end(LinkEnd.BROKEN);
    }

    private void gone() {
        transport.closed(this);
        if (dialled != null) {
            dialled.closed();
        }
    }

    private void end(LinkEnd why) {
        TcpLink up = link;
        if (up != null) {
            transport.lower(up, why);
        }
        close();
    }

    /** Closes the connection. Its link, if there was one, has ended already. */
    void close() {
        stage = Stage.CLOSED;
        context().close();
    }

    private TcpLink expect(boolean holds, String otherwise) throws MalformedFrameException {
        TcpLink up = link;
        if (!holds || up == null) {
            throw new MalformedFrameException(otherwise);
        }
        return up;
    }

    private void write(LinkFrame frame) {
        context().writeAndFlush(encoded(frame));
    }

    private ByteBuf encoded(LinkFrame frame) {
        byte[] bytes = frame.toByteArray();
        ByteBuf buffer = context().alloc().buffer(bytes.length + 5);
        SendBuffer.writeVarint(buffer, bytes.length);
        return buffer.writeBytes(bytes);
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context);
    }

    private String remote() {
        return String.valueOf(context().channel().remoteAddress());
    }
}

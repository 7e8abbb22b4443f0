package io.meshlock.daemon.client;

import io.meshlock.daemon.time.TimeSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * The connection of one HTTP call, over TCP or at a Unix socket. All of it may take a limited time, unless the limit is
 * ended, and it ends with the thread's interruption.
 */
final class HttpCall extends InputStream {

    private static final TimeSource TIME = TimeSource.system();
    private static final long MILLI = 1_000_000;

    /** Waits are this long at most, in milliseconds: while the machine sleeps they stand still, and the clock does not. */
    private static final long STEP = 500;

    private static final int BUFFER = 8192;
    private static final int BYTE = 0xff;
    private static final int HTTP_PORT = 80;

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).flip();
    private boolean isLimited = true;
    private final long since = TIME.nanos();
    private final long nanos;

    /** @throws ConnectException if nobody is there */
    HttpCall(ApiAddress address, Duration timeout) throws IOException {
        SocketAddress place = place(address);
        nanos = timeout.toNanos();
        boolean unix = place instanceof UnixDomainSocketAddress;
        channel = unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        Selector opened = null;
        try {
            opened = Selector.open();
            channel.configureBlocking(false);
            key = channel.register(opened, SelectionKey.OP_CONNECT);
            selector = opened;
            connect(place);
        } catch (IOException | RuntimeException e) {
            if (opened != null) {
                opened.close();
            }
            channel.close();
            throw e;
        }
    }

    private static SocketAddress place(ApiAddress address) throws UnknownHostException {
        if (address.socket() != null) {
            return UnixDomainSocketAddress.of(address.socket());
        }
        int port = address.uri().getPort();
        InetSocketAddress place = new InetSocketAddress(address.uri().getHost(), port < 0 ? HTTP_PORT : port);
        if (place.isUnresolved()) {
            throw new UnknownHostException(address.uri().getHost());
        }
        return place;
    }

    private void connect(SocketAddress place) throws IOException {
        try {
            boolean connected = channel.connect(place);
            while (!connected) {
                await(SelectionKey.OP_CONNECT);
                connected = channel.finishConnect();
            }
        } catch (InterruptedIOException | ClosedByInterruptException e) { // too late, or interrupted
            throw e;
        } catch (IOException e) {
            ConnectException nobody = new ConnectException(e.getMessage());
            nobody.initCause(e);
            throw nobody;
        }
    }

    /** From now on, everything may take as long as it takes. */
    void endLimit() {
        isLimited = false;
    }

    private void await(int operation) throws IOException {
        key.interestOps(operation);
        long left = isLimited ? nanos - (TIME.nanos() - since) : Long.MAX_VALUE;
        if (left <= 0) {
            throw new SocketTimeoutException("no answer in time");
        }
        selector.select(Math.min(left / MILLI + 1, STEP));
        selector.selectedKeys().clear();
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
    }

    void write(byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            if (channel.write(left) == 0) {
                await(SelectionKey.OP_WRITE);
            }
        }
    }

    private boolean fill() throws IOException {
        buffer.clear();
        int count = channel.read(buffer);
        while (count == 0) {
            await(SelectionKey.OP_READ);
            count = channel.read(buffer);
        }
        buffer.flip();
        return count > 0;
    }

    @Override
    public int read() throws IOException {
        return buffer.hasRemaining() || fill() ? buffer.get() & BYTE : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!buffer.hasRemaining() && !fill()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(target, offset, count);
        return count;
    }

    /** A line without its end. */
    String readLine(int longest) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = read(); next != '\n'; next = read()) {
            if (next < 0) {
                throw new EOFException("the connection ended in a line");
            }
            if (line.length() >= longest) {
                throw new IOException("a line of more than " + longest + " bytes");
            }
            line.append((char) next);
        }
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }
}

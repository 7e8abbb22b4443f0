package io.meshlock.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntSupplier;

/** A stretch of cable between two nodes of this machine: passes bytes on until it is cut. */
public final class Proxy implements AutoCloseable {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final IntSupplier target;
    private final ServerSocket server;
    private final Set<Socket> sockets = new LinkedHashSet<>();
    private boolean whole;

    /** Leads to this port, which is asked for each time. It is cut at first. */
    public Proxy(IntSupplier target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, HERE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    public synchronized void mend() {
        whole = true;
    }

    public synchronized void cut() {
        whole = false;
        sockets.forEach(Proxy::close);
        sockets.clear();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                join(near);
            } catch (IOException e) {
                // This is the end, or whoever dialled is gone: he tries again.
            }
        }
    }

    private void join(Socket near) throws IOException {
        Socket far;
        try {
            far = new Socket(HERE, target.getAsInt());
        } catch (IOException | NullPointerException e) {
            close(near); // nobody listens there, or not yet
            return;
        }
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        synchronized (this) {
            if (!whole) {
                close(near);
                close(far);
                return;
            }
            sockets.add(near);
            sockets.add(far);
        }
        start(() -> pump(near, far));
        start(() -> pump(far, near));
    }

    private static void pump(Socket from, Socket to) {
        byte[] buffer = new byte[1 << 14];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // Cut.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        cut();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

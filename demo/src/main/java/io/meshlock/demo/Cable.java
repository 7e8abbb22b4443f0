package io.meshlock.demo;

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

/** A TCP proxy between two nodes on this computer: passes bytes on until it is cut. For the demo, and for tests. */
public final class Cable implements AutoCloseable {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final int BACKLOG = 50;
    private static final int BUFFER = 1 << 14;
    private static final int NOBODY = 0;

    private final IntSupplier target;
    private final ServerSocket server;
    private final Set<Socket> sockets = new LinkedHashSet<>();
    private boolean whole = true;

    /** Leads to this port, which is asked for each time; 0 if nobody listens yet. */
    public Cable(IntSupplier target) {
        this.target = target;
        try {
            server = new ServerSocket(0, BACKLOG, HERE);
        } catch (IOException e) {
            throw new UncheckedIOException("no port is free for a cable", e);
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
        sockets.forEach(Cable::close);
        sockets.clear();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                join(server.accept());
            } catch (IOException e) {
                // Closed, or the dialling node is gone: it will dial again.
            }
        }
    }

    private void join(Socket near) throws IOException {
        int port = target.getAsInt();
        if (port == NOBODY) {
            close(near);
            return;
        }
        Socket far;
        try {
            far = new Socket(HERE, port);
        } catch (IOException e) {
            close(near);
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

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
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
        synchronized (this) {
            sockets.remove(from);
            sockets.remove(to);
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
        Thread thread = new Thread(work, "cable");
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

package io.meshlock.cli.node;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells systemd that the node answers, if that has started it with {@code Type=notify}. It wants a datagram at a Unix
 * socket, which Java cannot send; systemd's own tool can.
 */
final class Readiness {

    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

    private Readiness() {}

    static void tell() {
        String socket = System.getenv("NOTIFY_SOCKET");
        if (socket == null || socket.isEmpty()) {
            return;
        }
        try {
            Process told = new ProcessBuilder(
                            "systemd-notify",
                            "--ready",
                            "--pid=" + ProcessHandle.current().pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            told.getOutputStream().close();
        } catch (IOException e) {
            LOG.warn("systemd was not told that the node is ready: {}", e.getMessage());
        }
    }
}

package io.meshlock.link.tcp;

import io.meshlock.spi.LinkTimings;

/**
 * Decides when a link needs a keep-alive, and when it is dead. All frames count: while data flows, no keep-alive is
 * sent.
 */
final class KeepAlive {

    private final LinkTimings timings;
    private long heardAt;
    private long saidAt;

    /** What to do now. */
    enum Finding {
        FINE,
        SEND_KEEP_ALIVE,
        SILENT
    }

    KeepAlive(LinkTimings timings, long now) {
        this.timings = timings;
        heardAt = now;
        saidAt = now;
    }

    void heard(long now) {
        heardAt = now;
    }

    void said(long now) {
        saidAt = now;
    }

    /** This node itself was paused for so long: frames that came meanwhile have not been read yet. */
    void excuse(long millis) {
        heardAt += millis;
    }

    Finding check(long now) {
        if (now - heardAt >= timings.silenceMillis()) {
            return Finding.SILENT;
        }
        return now - saidAt >= timings.keepAliveMillis() ? Finding.SEND_KEEP_ALIVE : Finding.FINE;
    }
}

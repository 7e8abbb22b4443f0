package io.meshlock.link.tcp;

import io.meshlock.spi.LinkTimings;

/**
 * When a link needs a keep-alive, and when it is dead. Anything that is sent or received counts: while data flows no keep-alive
 * is sent.
 */
final class KeepAlive {

    private final LinkTimings timings;
    private long heardAt;
    private long saidAt;

    /** What to do now. */
    enum Finding {
        FINE,
        SAY_SOMETHING,
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

    /** This node itself stood still for so long (a pause, a busy machine): what came meanwhile has not been read yet. */
    void excuse(long millis) {
        heardAt += millis;
    }

    Finding check(long now) {
        if (now - heardAt >= timings.silenceMillis()) {
            return Finding.SILENT;
        }
        return now - saidAt >= timings.keepAliveMillis() ? Finding.SAY_SOMETHING : Finding.FINE;
    }
}

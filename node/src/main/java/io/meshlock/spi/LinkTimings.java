package io.meshlock.spi;

/**
 * Timeouts and intervals of links, in milliseconds.
 *
 * @param keepAliveMillis a keep-alive is sent on a link on which nothing else was sent for this time
 * @param silenceMillis a link on which nothing was received for this time is taken down
 * @param handshakeMillis the timeout of the handshake
 * @param retryFirstMillis the wait after the first failed dial; doubled after each further one
 * @param retryLongestMillis the longest wait between dials
 * @param steadyMillis a link that breaks earlier than this has flapped
 * @param holdFirstMillis how long a link is held down after its first flap; doubled after each further consecutive one
 * @param holdLongestMillis the longest time for which a link is held down
 * @param announcementMillis the interval between discovery announcements
 */
public record LinkTimings(
        long keepAliveMillis,
        long silenceMillis,
        long handshakeMillis,
        long retryFirstMillis,
        long retryLongestMillis,
        long steadyMillis,
        long holdFirstMillis,
        long holdLongestMillis,
        long announcementMillis) {

    public static final LinkTimings DEFAULTS =
            new LinkTimings(500, 2_500, 5_000, 100, 10_000, 10_000, 200, 30_000, 1_000);

    public LinkTimings {
        if (keepAliveMillis < 1 || silenceMillis < 2 * keepAliveMillis) {
            throw new IllegalArgumentException("silence (" + silenceMillis + " ms) must last at least two keep-alives ("
                    + keepAliveMillis + " ms)");
        }
    }

    public LinkTimings withKeepAlive(long millis, long newSilenceMillis) {
        return new LinkTimings(
                millis,
                newSilenceMillis,
                handshakeMillis,
                retryFirstMillis,
                retryLongestMillis,
                steadyMillis,
                holdFirstMillis,
                holdLongestMillis,
                announcementMillis);
    }

    /**
     * The same with another time of silence. Keep-alives are not sent less often, so that neighbours with the usual timings
     * are content; handshakes get as much time.
     */
    public LinkTimings withSilence(long millis) {
        return new LinkTimings(
                Math.min(keepAliveMillis, millis / 5),
                millis,
                Math.max(handshakeMillis, millis),
                retryFirstMillis,
                retryLongestMillis,
                steadyMillis,
                holdFirstMillis,
                holdLongestMillis,
                announcementMillis);
    }

    public LinkTimings withAnnouncements(long millis) {
        return new LinkTimings(
                keepAliveMillis,
                silenceMillis,
                handshakeMillis,
                retryFirstMillis,
                retryLongestMillis,
                steadyMillis,
                holdFirstMillis,
                holdLongestMillis,
                millis);
    }
}

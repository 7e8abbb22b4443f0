package io.meshlock.spi;

/**
 * Durations of links, in milliseconds.
 *
 * @param keepAliveMillis a link on which nothing was sent for so long gets a keep-alive
 * @param silenceMillis a link on which nothing came for so long is down
 * @param handshakeMillis a connection must have become a link by then
 * @param retryFirstMillis wait after the first dial that failed; doubled after each further one
 * @param retryLongestMillis but never longer than this
 * @param steadyMillis a link that breaks earlier than this has flapped
 * @param holdFirstMillis how long a link is held down after its first flap; doubled after each further one in a row
 * @param holdLongestMillis but never longer than this
 * @param announcementMillis time between beacons
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

    public LinkTimings withBeacons(long millis) {
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

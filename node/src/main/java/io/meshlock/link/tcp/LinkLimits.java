package io.meshlock.link.tcp;

/**
 * Bounds of links.
 *
 * @param maxFrameBytes longer frames are neither sent nor taken
 * @param maxQueuedBytes a link with more than this waiting to be sent goes down
 * @param maxLinks links, and besides as many connections that are still in their handshake
 */
public record LinkLimits(int maxFrameBytes, int maxQueuedBytes, int maxLinks) {

    public static final LinkLimits DEFAULTS = new LinkLimits(1 << 20, 4 << 20, 256);

    public LinkLimits withFrames(int maxBytes, int newMaxQueuedBytes) {
        return new LinkLimits(maxBytes, newMaxQueuedBytes, maxLinks);
    }

    public LinkLimits withLinks(int most) {
        return new LinkLimits(maxFrameBytes, maxQueuedBytes, most);
    }
}

package io.meshlock.link.tcp;

/**
 * The limits of a node's links.
 *
 * @param maxFrameBytes longer frames are neither sent nor accepted. A token at the bounds of a pool, and the report of
 *     one, must fit: {@code LargestMessagesTest}
 * @param maxQueuedBytes a link with more bytes waiting to be sent goes down
 * @param maxLinks the largest number of links; as many more connections may be in their handshake
 */
public record LinkLimits(int maxFrameBytes, int maxQueuedBytes, int maxLinks) {

    public static final LinkLimits DEFAULTS = new LinkLimits(2 << 20, 8 << 20, 256);

    public LinkLimits withFrames(int maxBytes, int newMaxQueuedBytes) {
        return new LinkLimits(maxBytes, newMaxQueuedBytes, maxLinks);
    }

    public LinkLimits withLinks(int most) {
        return new LinkLimits(maxFrameBytes, maxQueuedBytes, most);
    }
}

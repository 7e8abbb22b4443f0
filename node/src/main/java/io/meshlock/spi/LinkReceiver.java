package io.meshlock.spi;

/** The incoming side of one link. The package documentation says in which order and on which threads. */
public interface LinkReceiver {

    /** A frame arrived. The bytes are the transport's, and valid during this call only. */
    void received(byte[] frame, int offset, int length);

    /** The link went down; nothing more arrives over it. */
    void linkDown(LinkEnd why);
}

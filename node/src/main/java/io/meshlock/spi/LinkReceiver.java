package io.meshlock.spi;

/** The incoming side of one link. The package documentation describes the order and threads of calls. */
public interface LinkReceiver {

    /** A frame arrived. The array belongs to the transport and is valid during this call only. */
    void received(byte[] frame, int offset, int length);

    /** The link went down; nothing more arrives over it. */
    void linkDown(LinkEnd why);
}

/**
 * The algorithms as pure state machines, driven by the node, the simulator and the explorer. Programs that share
 * permits use the module {@code io.meshlock}; this one is for authors and students of algorithms.
 */
module io.meshlock.protocol {
    requires static transitive org.jspecify;

    exports io.meshlock.protocol;
    exports io.meshlock.protocol.baseline;
    exports io.meshlock.protocol.baseline.central;
    exports io.meshlock.protocol.baseline.raymond;
    exports io.meshlock.protocol.baseline.raynal;
    exports io.meshlock.protocol.baseline.ricart;
    exports io.meshlock.protocol.baseline.suzuki;
    exports io.meshlock.protocol.krl;
    exports io.meshlock.protocol.krl.printed;
    exports io.meshlock.protocol.lookahead;
    exports io.meshlock.protocol.lookahead.printed;
    exports io.meshlock.protocol.printed;
    exports io.meshlock.protocol.prioritized;
    exports io.meshlock.protocol.prioritized.printed;
    exports io.meshlock.protocol.queue;
    exports io.meshlock.protocol.recovery;
    exports io.meshlock.protocol.registry;
    exports io.meshlock.protocol.token;
    exports io.meshlock.protocol.tokenring;
}

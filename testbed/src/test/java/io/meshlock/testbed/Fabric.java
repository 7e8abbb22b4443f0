package io.meshlock.testbed;

import io.meshlock.MeshlockBuilder;
import io.meshlock.spi.InProcessNetwork;

/** Links the nodes of a test, and lets the test cut and mend the links. Nodes are counted from 0. */
interface Fabric extends AutoCloseable {

    /** Gives a node its links. */
    MeshlockBuilder equip(MeshlockBuilder builder, int node);

    /** The number of a node in journals. */
    default int number(int node) {
        return node;
    }

    void connect(int a, int b);

    void cut(int a, int b);

    @Override
    void close();

    /** Links inside the process. */
    static Fabric inProcess() {
        InProcessNetwork network = new InProcessNetwork();
        return new Fabric() {
            @Override
            public MeshlockBuilder equip(MeshlockBuilder builder, int node) {
                return builder.inProcess(network, node, "n" + node);
            }

            @Override
            public void connect(int a, int b) {
                network.connect(a, b);
            }

            @Override
            public void cut(int a, int b) {
                network.cut(a, b);
            }

            @Override
            public void close() {
                network.close();
            }
        };
    }
}

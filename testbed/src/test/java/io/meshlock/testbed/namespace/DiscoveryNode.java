package io.meshlock.testbed.namespace;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import org.awaitility.Awaitility;

/**
 * A node as a process of its own, with plain links, that finds its neighbours by discovery alone: {@code NUMBER LISTEN
 * GROUP INTERFACE}. It waits for a neighbour, takes the one permit, gives it back, says so, and stays until it is
 * ended.
 */
final class DiscoveryNode {

    private DiscoveryNode() {}

    public static void main(String[] args) throws InterruptedException {
        int number = Integer.parseInt(args[0]);
        MeshlockBuilder builder = Meshlock.builder()
                .node("n" + number)
                .insecure(number)
                .insecureAnywhere()
                .listen(args[1])
                .discover(args[2], args[3]);
        Meshlock mesh = (number == 1 ? builder.bootstrap() : builder).start();
        Awaitility.await().forever().until(() -> !mesh.neighbours().isEmpty());
        System.out.println("linked with " + mesh.neighbours());
        PermitPool docks = mesh.pool("docks", PoolConfig.permits(1));
        try (Grant grant = docks.acquire()) {
            System.out.println("granted " + grant.fencingToken());
        }
        Thread.currentThread().join();
    }
}

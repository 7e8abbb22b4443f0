package io.meshlock.cli.node;

import io.meshlock.daemon.client.DaemonClient;
import picocli.CommandLine.Parameters;

/** The pool that a command is about. */
final class PoolFlag {

    @Parameters(index = "0", paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    String name() {
        return pool;
    }

    /** Where it is in the API of a node. */
    String path() {
        return "/api/v1/pools/" + DaemonClient.encode(pool);
    }
}

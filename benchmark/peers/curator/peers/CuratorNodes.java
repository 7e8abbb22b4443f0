package peers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingZooKeeperServer;

/** Three ZooKeeper servers that write to disk, as they do by default; each node is a client of its own server. */
final class CuratorNodes implements Contender {

    private final List<CuratorFramework> clients = new ArrayList<>();

    public static void main(String[] args) {
        Runner.run(new CuratorNodes(), args);
    }

    @Override
    public void start() throws Exception {
        TestingCluster servers = new TestingCluster(NODES);
        servers.start();
        for (TestingZooKeeperServer server : servers.getServers()) {
            String place = "127.0.0.1:" + server.getLocalPort();
            CuratorFramework client = CuratorFrameworkFactory.newClient(place, new ExponentialBackoffRetry(100, 10));
            client.start();
            clients.add(client);
        }
    }

    @Override
    public Permits permits(int node, String name, int k) {
        CuratorFramework client = clients.get(node);
        return k == 1 ? mutex(new InterProcessMutex(client, "/" + name)) : semaphore(client, "/" + name, k);
    }

    private static Permits mutex(InterProcessMutex mutex) {
        return h -> {
            mutex.acquire();
            return mutex::release;
        };
    }

    /** Leases are taken one by one: two clients that each have some would wait for each other for ever. */
    private static Permits semaphore(CuratorFramework client, String path, int k) {
        InterProcessSemaphoreV2 semaphore = new InterProcessSemaphoreV2(client, path + "/permits", k);
        Permits gate = mutex(new InterProcessMutex(client, path + "/gate"));
        return h -> {
            if (h == 1) {
                return semaphore.acquire();
            }
            try (AutoCloseable entered = gate.acquire(1)) {
                Collection<Lease> leases = semaphore.acquire(h);
                return () -> semaphore.returnAll(leases);
            }
        };
    }
}

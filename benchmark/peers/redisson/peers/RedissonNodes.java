package peers;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * One Redis server that keeps all in memory, and three clients. Permits of RSemaphore have no lease: a client that dies
 * takes them along. A lock has one of 30 s that is renewed.
 */
final class RedissonNodes implements Contender {

    private static final String HOST = "127.0.0.1";
    private static final int PORT = 6379;
    private static final long POLL_MILLIS = 5;
    private static final int POLLS = 2000;

    private final List<RedissonClient> clients = new ArrayList<>();

    public static void main(String[] args) {
        Runner.run(new RedissonNodes(), args);
    }

    @Override
    public void start() throws Exception {
        Process server = new ProcessBuilder(
                        "redis-server", "--bind", HOST, "--port", "" + PORT, "--save", "", "--appendonly", "no")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        await(server);
        for (int i = 0; i < NODES; i++) {
            Config config = new Config();
            config.useSingleServer().setAddress("redis://" + HOST + ":" + PORT);
            clients.add(Redisson.create(config));
        }
    }

    /** Waits until the server listens: a client that comes too early would wait for a second. */
    private static void await(Process server) throws Exception {
        for (int i = 0; i < POLLS && server.isAlive(); i++) {
            try (Socket socket = new Socket(HOST, PORT)) {
                return;
            } catch (IOException e) {
                Thread.sleep(POLL_MILLIS);
            }
        }
        throw new Failure("redis-server does not listen");
    }

    @Override
    public Permits permits(int node, String name, int k) {
        RedissonClient client = clients.get(node);
        return k == 1 ? lock(client.getLock(name)) : semaphore(client.getSemaphore(name), k);
    }

    private static Permits lock(RLock lock) {
        return h -> {
            lock.lock();
            return lock::unlock;
        };
    }

    private static Permits semaphore(RSemaphore semaphore, int k) {
        semaphore.trySetPermits(k); // the first node does, the others come too late
        return h -> {
            semaphore.acquire(h);
            return () -> semaphore.release(h);
        };
    }
}

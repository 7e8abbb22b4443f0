package peers;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.CPSubsystem;
import com.hazelcast.cp.ISemaphore;
import com.hazelcast.cp.lock.FencedLock;
import java.util.ArrayList;
import java.util.List;

/** Three members that are all of the CP subsystem: every operation is agreed on with Raft, in memory. */
final class HazelcastNodes implements Contender {

    private final List<HazelcastInstance> members = new ArrayList<>();

    public static void main(String[] args) {
        Runner.run(new HazelcastNodes(), args);
    }

    @Override
    public void start() {
        for (int i = 0; i < NODES; i++) {
            members.add(Hazelcast.newHazelcastInstance(config()));
        }
    }

    private static Config config() {
        Config config = new Config();
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.getCPSubsystemConfig().setCPMemberCount(NODES);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).addMember("127.0.0.1");
        return config;
    }

    @Override
    public Permits permits(int node, String name, int k) {
        CPSubsystem subsystem = members.get(node).getCPSubsystem();
        return k == 1 ? lock(subsystem.getLock(name)) : semaphore(subsystem.getSemaphore(name), k);
    }

    private static Permits lock(FencedLock lock) {
        return h -> {
            lock.lock();
            return lock::unlock;
        };
    }

    private static Permits semaphore(ISemaphore semaphore, int k) {
        semaphore.init(k); // the first node does, the others come too late
        return h -> {
            semaphore.acquire(h);
            return () -> semaphore.release(h);
        };
    }
}

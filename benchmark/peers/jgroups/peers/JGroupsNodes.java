package peers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.jgroups.JChannel;
import org.jgroups.blocks.locking.LockService;

/** The TCP stack that JGroups comes with, and its younger lock protocol on top: the coordinator has all locks. */
final class JGroupsNodes implements Contender {

    private static final String STACK = "tcp.xml";

    private final List<LockService> services = new ArrayList<>();

    public static void main(String[] args) {
        System.setProperty("jgroups.bind_addr", "127.0.0.1");
        System.setProperty("jgroups.tcpping.initial_hosts", "127.0.0.1[7800],127.0.0.1[7801],127.0.0.1[7802]");
        Runner.run(new JGroupsNodes(), args);
    }

    @Override
    public void start() throws Exception {
        byte[] stack = stack().getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < NODES; i++) {
            JChannel channel = new JChannel(new ByteArrayInputStream(stack));
            channel.connect("peers");
            services.add(new LockService(channel));
        }
    }

    private static String stack() throws IOException {
        try (InputStream file = JChannel.class.getClassLoader().getResourceAsStream(STACK)) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return text.replace("</config>", "<CENTRAL_LOCK2/></config>");
        }
    }

    @Override
    public boolean counts() {
        return false;
    }

    @Override
    public Permits permits(int node, String name, int k) {
        Lock lock = services.get(node).getLock(name);
        return h -> {
            lock.lock();
            return lock::unlock;
        };
    }
}

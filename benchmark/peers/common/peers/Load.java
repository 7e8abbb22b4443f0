package peers;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/** Clients that acquire and release in a loop, as fast as they can, and watch that no more than k permits are out. */
final class Load {

    private static final long PATIENCE_SECONDS = 30;
    private static final long LONG_HOLD_MILLIS = 1;
    private static final long LONG_HOLD_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int k;
    private final int largest;
    private final List<Client> clients = new ArrayList<>();
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicInteger tooMany = new AtomicInteger();
    private final AtomicInteger lastNode = new AtomicInteger(-1);
    private final AtomicReference<Throwable> problem = new AtomicReference<>();
    private volatile boolean measuring;
    private volatile boolean over;

    /**
     * What the clients saw.
     *
     * @param handOvers grants whose predecessor was at another node
     * @param fewest grants of the client that got fewest, as a share of the mean
     * @param waits nanoseconds until the grant
     * @param turns nanoseconds until the permits were given back
     */
    record Outcome(long grants, long handOvers, double fewest, Histogram waits, Histogram turns, Meter used) {}

    /**
     * @param largest requests ask for 1 to so many permits
     * @param clientsOfNode how many clients each node has
     */
    Load(Contender contender, String name, int k, int largest, int... clientsOfNode) throws Exception {
        this.k = k;
        this.largest = largest;
        for (int node = 0; node < Contender.NODES; node++) {
            Permits permits = contender.permits(node, name, k); // at all nodes: those without clients take part, too
            for (int i = 0; i < clientsOfNode[node]; i++) {
                clients.add(new Client(node, permits, clients.size()));
            }
        }
    }

    private final class Client extends Thread {
        private final int node;
        private final Permits permits;
        private final SplittableRandom random;
        private final Histogram waits = new Histogram(2);
        private final Histogram turns = new Histogram(2);
        private long grants;
        private long handOvers;
        private long lastLongHold = System.nanoTime();

        Client(int node, Permits permits, int seed) {
            this.node = node;
            this.permits = permits;
            this.random = new SplittableRandom(seed);
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (!over) {
                    turn();
                }
            } catch (Throwable e) { // an Error is a reason to fail, too
                problem.compareAndSet(null, e);
            }
        }

        private void turn() throws Exception {
            int h = random.nextInt(1, largest + 1);
            boolean timed = measuring; // by its beginning: else the longest waits would be left out
            long begin = System.nanoTime();
            AutoCloseable held = permits.acquire(h);
            long granted = System.nanoTime();
            hold(h, granted);
            held.close();
            if (timed) {
                waits.recordValue(granted - begin);
                turns.recordValue(System.nanoTime() - begin);
            }
        }

        private void hold(int h, long now) throws InterruptedException {
            if (out.addAndGet(h) > k) {
                tooMany.incrementAndGet();
            }
            boolean fromAnother = lastNode.getAndSet(node) != node;
            if (measuring) {
                grants++;
                handOvers += fromAnother ? 1 : 0;
            } else if (now - lastLongHold > LONG_HOLD_PERIOD_NANOS) {
                lastLongHold = now;
                TimeUnit.MILLISECONDS.sleep(LONG_HOLD_MILLIS); // long enough to meet whoever should not be there
            }
            out.addAndGet(-h);
        }
    }

    Outcome run(double warmup, double seconds) throws Exception {
        clients.forEach(Thread::start);
        pause(warmup);
        Meter before = Meter.read();
        measuring = true;
        pause(seconds);
        measuring = false;
        Meter used = Meter.read().since(before);
        over = true;
        check(awaitClients());
        return outcome(used);
    }

    private static void pause(double seconds) throws InterruptedException {
        TimeUnit.MICROSECONDS.sleep((long) (seconds * 1e6));
    }

    /** Returns how many got no answer. */
    private int awaitClients() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        int silent = 0;
        for (Client client : clients) {
            client.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            silent += client.isAlive() ? 1 : 0;
        }
        return silent;
    }

    private void check(int silent) throws Failure {
        if (tooMany.get() > 0) {
            throw new Failure("more than " + k + " permits were out, " + tooMany + " times");
        }
        if (problem.get() != null) {
            throw new Failure(Failure.reason(problem.get()), problem.get());
        }
        if (silent > 0) {
            clients.forEach(Thread::interrupt);
            throw new Failure(
                    silent + " of " + clients.size() + " clients got no answer within " + PATIENCE_SECONDS + " s");
        }
    }

    private Outcome outcome(Meter used) throws Failure {
        Histogram waits = new Histogram(2);
        Histogram turns = new Histogram(2);
        long grants = 0;
        long handOvers = 0;
        long fewest = Long.MAX_VALUE;
        for (Client client : clients) {
            waits.add(client.waits);
            turns.add(client.turns);
            grants += client.grants;
            handOvers += client.handOvers;
            fewest = Math.min(fewest, client.grants);
        }
        if (grants == 0) {
            throw new Failure("nobody was granted anything");
        }
        return new Outcome(grants, handOvers, (double) fewest * clients.size() / grants, waits, turns, used);
    }
}

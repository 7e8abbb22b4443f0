package io.meshlock.demo;

import io.meshlock.Grant;
import io.meshlock.PermitPool;
import io.meshlock.Request;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A drone: it flies until its battery is low, asks for a dock, the emptier the more urgently, charges and flies again;
 * now and then it wants an uplink to send pictures. A minute of the demo is an afternoon of a real one.
 */
final class DemoDrone {

    private static final int FULL = 100;

    /** Flying takes so many percent per second. */
    private static final double DRAIN = 18;

    /** Charging gives so many. */
    private static final double CHARGE = 42;

    private static final int UPLINK_PRIORITY = 50;

    private final String name;
    private final PermitPool docks;
    private final PermitPool uplink;
    private final int docksNeeded;
    private final SplittableRandom random;
    private final ScheduledExecutorService scheduler;
    private final DemoStory story;
    private final DemoClock clock;
    private final Errand docking = new Errand();
    private final Errand sending = new Errand();

    /** From asking for permits until they are given back. */
    private static final class Errand {

        private final CompletableFuture<Void> last = new CompletableFuture<>();
        private boolean running;
        private boolean stopping;

        /** False if there is to be no more. */
        synchronized boolean begin() {
            running = !stopping;
            return running;
        }

        synchronized void end() {
            running = false;
            if (stopping) {
                last.complete(null);
            }
        }

        synchronized CompletableFuture<Void> stop() {
            stopping = true;
            if (!running) {
                last.complete(null);
            }
            return last;
        }
    }

    /** @param docksNeeded large drones stand on two */
    DemoDrone(
            String name,
            PermitPool docks,
            PermitPool uplink,
            int docksNeeded,
            long seed,
            ScheduledExecutorService scheduler,
            DemoStory story,
            LongSupplier nanos) {
        this.name = name;
        this.docks = docks;
        this.uplink = uplink;
        this.docksNeeded = docksNeeded;
        this.random = new SplittableRandom(seed);
        this.scheduler = scheduler;
        this.story = story;
        this.clock = new DemoClock(nanos);
    }

    void start() {
        fly(random.nextInt(45, FULL));
        later(random.nextInt(500, 3_000), this::wantUplink);
    }

    /** Asks for nothing more; done when everything is given back. */
    CompletableFuture<Void> stop() {
        return CompletableFuture.allOf(docking.stop(), sending.stop());
    }

    // ---- docks ------------------------------------------------------------------------------------------------------

    private void fly(int battery) {
        int low = random.nextInt(8, 40);
        long millis = (long) (Math.max(5, battery - low) / DRAIN * 1000);
        later(millis, () -> wantDock(low));
    }

    private void wantDock(int battery) {
        if (!docking.begin()) {
            return;
        }
        story.tell(String.format(
                Locale.ROOT,
                "%s has %d %% left and asks for %s",
                name,
                battery,
                docksNeeded == 1 ? "a dock" : "two docks"));
        double asked = clock.seconds();
        ask(docks, Request.permits(docksNeeded).priority(FULL - battery), docking, grant -> {
            story.tell(String.format(
                    Locale.ROOT,
                    "%s lands on dock %s after %.1f s, fencing token %d",
                    name,
                    String.join(
                            " and ", grant.slots().stream().map(String::valueOf).toList()),
                    clock.seconds() - asked,
                    grant.fencingToken()));
            later((long) ((FULL - battery) / CHARGE * 1000), () -> takeOff(grant));
        });
    }

    private void takeOff(Grant grant) {
        grant.close();
        docking.end();
        story.tell(name + " takes off with a full battery");
        fly(FULL);
    }

    // ---- uplink -----------------------------------------------------------------------------------------------------

    private void wantUplink() {
        if (!sending.begin()) {
            return;
        }
        ask(
                uplink,
                Request.permits(1).priority(UPLINK_PRIORITY),
                sending,
                grant -> later(random.nextInt(200, 700), () -> {
                    grant.close();
                    sending.end();
                    later(random.nextInt(800, 3_000), this::wantUplink);
                }));
    }

    // ---- both -------------------------------------------------------------------------------------------------------

    /** Asks without waiting. A mesh that is closed meanwhile ends the errand. */
    private static void ask(PermitPool pool, Request request, Errand errand, Consumer<Grant> then) {
        var unused = pool.acquireAsync(request).whenComplete((grant, failure) -> {
            if (failure == null) {
                then.accept(grant);
            } else {
                errand.end();
            }
        });
    }

    private void later(long millis, Runnable what) {
        if (!scheduler.isShutdown()) {
            var unused = scheduler.schedule(what, millis, TimeUnit.MILLISECONDS);
        }
    }
}

package io.meshlock.demo;

import io.meshlock.demo.DemoMesh.Ends;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Cuts links and mends them: mostly one at a time, sometimes all of a drone, which is out of reach then. */
final class DemoWeather {

    private static final int SHORTEST_MILLIS = 400;
    private static final int LONGEST_MILLIS = 1_600;

    private final DemoMesh mesh;
    private final ScheduledExecutorService scheduler;
    private final DemoStory story;
    private final SplittableRandom random;
    private final List<Ends> down = new ArrayList<>();
    private long cuts;
    private boolean over;

    DemoWeather(DemoMesh mesh, long seed, ScheduledExecutorService scheduler, DemoStory story) {
        this.mesh = mesh;
        this.random = new SplittableRandom(seed);
        this.scheduler = scheduler;
        this.story = story;
    }

    void start() {
        later(this::change);
    }

    private synchronized void change() {
        if (over) {
            return;
        }
        int most = Math.max(1, mesh.links().size() / 4);
        if (!down.isEmpty() && (down.size() >= most || random.nextInt(2) == 0)) {
            mend(down.get(random.nextInt(down.size())));
        } else if (random.nextInt(8) == 0) {
            isolate(random.nextInt(mesh.nodes().size()));
        } else {
            List<Ends> whole = new ArrayList<>(mesh.links());
            whole.removeAll(down);
            cut(whole.get(random.nextInt(whole.size())));
        }
        later(this::change);
    }

    private void isolate(int node) {
        story.tell(DemoMesh.name(node) + " flies out of reach");
        for (Ends link : mesh.links()) {
            if ((link.low() == node || link.high() == node) && !down.contains(link)) {
                mesh.cut(link);
                down.add(link);
                cuts++;
            }
        }
    }

    private void cut(Ends link) {
        mesh.cut(link);
        down.add(link);
        cuts++;
        story.tell("the link between " + names(link) + " is gone");
    }

    private void mend(Ends link) {
        mesh.mend(link);
        down.remove(link);
        story.tell("the link between " + names(link) + " is back");
    }

    private static String names(Ends link) {
        return DemoMesh.name(link.low()) + " and " + DemoMesh.name(link.high());
    }

    private void later(Runnable what) {
        int millis = random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS);
        var unused = scheduler.schedule(what, millis, TimeUnit.MILLISECONDS);
    }

    /** Mends everything; it stays so. Returns how often a link was cut. */
    synchronized long end() {
        over = true;
        mesh.links().forEach(mesh::mend);
        down.clear();
        return cuts;
    }
}

package org.example.leader;

import io.meshlock.Meshlock;
import io.meshlock.PoolStatus;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Says in the application that is tested when this node has the token and has heard all voters for three seconds. A first
 * voter that comes after the beginning gives up its seat when it hears of that, and gets another one after two election
 * timeouts (two seconds here): until then the pool can do without none of the others.
 */
@Component
class VotersReporter implements DisposableBean {

    static final String ALL_VOTE = "all voters vote";

    private final Meshlock mesh;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> looks;
    private int wholeFor; // looks; of the timer's thread

    VotersReporter(Meshlock mesh) {
        this.mesh = mesh;
        looks = timer.scheduleWithFixedDelay(this::look, 100, 100, TimeUnit.MILLISECONDS);
    }

    private void look() {
        boolean whole =
                mesh.pools().stream().flatMap(pool -> pool.status().stream()).anyMatch(VotersReporter::isWhole);
        wholeFor = whole ? wholeFor + 1 : 0;
        if (wholeFor == 30) {
            System.out.println(ALL_VOTE);
        }
    }

    private static boolean isWhole(PoolStatus status) {
        return status.token() && status.voters().size() == 3 && status.heard() == 3;
    }

    @Override
    public void destroy() {
        looks.cancel(false);
        timer.shutdown();
    }
}

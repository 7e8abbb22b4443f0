package io.meshlock.laboratory.sweep;

/**
 * Runs units on the threads of this process.
 *
 * @param threads how many at a time
 */
public record LocalEngine(int threads) implements Engine {

    @Override
    public void work(Work work) throws InterruptedException {
        new Lanes(threads).drain(work, unit -> unit.run(work::sliced));
    }
}

package io.meshlock.testbed.process;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/** A driver whose client blocks: each request has a thread. */
abstract class ThreadedDriver implements ConformanceDriver {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
    private final Map<String, Future<?>> running = new ConcurrentHashMap<>();

    /** Waits for the permits, tells that they are granted, and keeps them until interrupted; then gives them back. */
    abstract void hold(String name, JsonNode step) throws InterruptedException;

    void tell(String name, Outcome outcome) {
        outcomes.put(name, outcome);
    }

    @Override
    public void ask(String name, JsonNode step) {
        tell(name, Outcome.WAITING);
        running.put(name, threads.submit(() -> {
            try {
                hold(name, step);
            } catch (InterruptedException e) {
                tell(name, outcomes.get(name).become("released", ""));
            }
            return null;
        }));
    }

    @Override
    public Outcome outcome(String name) {
        return outcomes.get(name);
    }

    @Override
    public void release(String name) {
        running.get(name).cancel(true);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

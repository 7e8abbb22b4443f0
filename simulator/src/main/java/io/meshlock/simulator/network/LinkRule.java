package io.meshlock.simulator.network;

/** Whether a link may come up; an implementation may first take other links down. */
public interface LinkRule {

    /** Any two nodes may be linked. */
    LinkRule ALL = (a, b) -> true;

    /** True if the link between these two, which is not up, may come up now. */
    boolean admits(int a, int b);
}

package io.meshlock.cli.proof;

import java.io.PrintWriter;

/** How to read narratives and recorded runs: their signs are short, because there are thousands of them. */
final class Legend {

    private static final String NAMES =
            "# a, b, c … are nodes 0, 1, 2 …; b1 is the first request of node b, b2 its second";
    private static final String KEY =
            "# 1#2x3@4 is a request in the queue: of node 1, its 2nd, for 3 permits; the larger number after @ goes first";
    private static final String MESSAGES = " sends it; %2$s receives GRANT from %1$s: it arrives. ";

    private Legend() {}

    /** Of a narrative, where nodes have letters. */
    static void print(PrintWriter out) {
        out.println(NAMES);
        out.println(KEY);
        out.println("# a -> b GRANT: a" + String.format(MESSAGES, "a", "b")
                + "Heights such as (0,-1,1) fall towards the token");
    }

    /** Of a recorded run, where nodes have numbers. */
    static void printForRun(PrintWriter out) {
        out.println("# the time, then what happens; nodes and requests have numbers");
        out.println(KEY);
        out.println("# 1 -> 2 GRANT: node 1" + String.format(MESSAGES, "1", "2")
                + "LINK tells a height, which falls towards the token");
    }
}

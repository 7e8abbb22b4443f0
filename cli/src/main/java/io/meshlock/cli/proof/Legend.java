package io.meshlock.cli.proof;

import java.io.PrintWriter;
import java.util.List;

/** How to read a narrative: its signs are short, because there are thousands of them. */
final class Legend {

    private static final List<String> LINES = List.of(
            "# a, b, c … are nodes 0, 1, 2 …; b1 is the first request of node b, b2 its second",
            "# 1#2x3@4 is a request in the queue: of node 1, its 2nd, for 3 permits; the larger number after @ goes first",
            "# a -> b GRANT: a sends it; b receives GRANT from a: it arrives. Heights such as (0,-1,1) fall towards the token");

    private Legend() {}

    static void print(PrintWriter out) {
        LINES.forEach(out::println);
    }
}

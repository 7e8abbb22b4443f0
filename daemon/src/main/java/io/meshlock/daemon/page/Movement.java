package io.meshlock.daemon.page;

/** Where the nodes of a recorded run were. Asked for times that never go back. */
public interface Movement {

    /** Takes a point of a path. */
    interface Points {
        void add(double time, double x, double y);
    }

    /** A node's path between two times, as the corners of straight lines; both ends are among them. */
    void path(int node, double from, double to, Points points);

    /** Moving nodes are those numbered 0 to this, exclusively. */
    int nodes();
}

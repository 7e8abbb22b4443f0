/** The journal of a run, simulated or real: its format, and the checkers that read it. */
@SuppressWarnings("requires-automatic") // not all libraries are modules yet
module io.meshlock.journal {
    requires transitive io.meshlock.protocol;
    requires it.unimi.dsi.fastutil.core;
    requires static tools.jackson.core; // only to read journals
    requires static transitive org.jspecify;

    exports io.meshlock.journal;
    exports io.meshlock.journal.check;
}

package io.meshlock.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terminal, to draw on in place and to read keys from as they are typed. Closing it restores the terminal and
 * leaves the last drawing. Java cannot do this alone: {@code stty} helps; without it nothing is cut to the screen's
 * height, and keys come with Enter.
 */
public final class Screen implements AutoCloseable {

    private static final String HOME = "\u001b[H";
    private static final String CLEAR_SCREEN = "\u001b[2J";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String CUT_LONG_LINES = "\u001b[?7l";
    private static final String WRAP_LONG_LINES = "\u001b[?7h";

    private final PrintWriter out;
    private final @Nullable String before;
    private volatile int rows;

    private Screen(PrintWriter out, @Nullable String before) {
        this.out = out;
        this.before = before;
    }

    /** @param quit is run when somebody types {@code q} */
    public static Screen open(PrintWriter out, Runnable quit) {
        boolean typing =
                Terminal.watchesInput() && Terminal.tellsAllOfUs(); // a background process would be stopped by the read
        Screen screen = new Screen(out, typing ? Stty.ask("-g") : null);
        if (typing) {
            Stty.ask("-icanon", "-echo");
            screen.measure();
            Signals.handle((name, number) -> screen.measure(), "WINCH");
            awaitKey(quit);
        }
        out.print(CLEAR_SCREEN + CUT_LONG_LINES);
        return screen;
    }

    private static void awaitKey(Runnable quit) {
        Thread thread = new Thread(
                () -> {
                    try {
                        int key = System.in.read();
                        while (key >= 0 && key != 'q' && key != 'Q') {
                            key = System.in.read();
                        }
                        if (key >= 0) {
                            quit.run();
                        }
                    } catch (IOException e) {
                        // The terminal is gone.
                    }
                },
                "keys");
        thread.setDaemon(true);
        thread.start();
    }

    private void measure() {
        String size = Stty.ask("size");
        rows = size == null ? 0 : Integer.parseInt(size.substring(0, size.indexOf(' ')));
    }

    /** Draws over the last drawing, without flicker and without scrolling. */
    public void show(List<String> lines) {
        int height = rows;
        List<String> shown = lines;
        String more = "";
        if (height > 0 && lines.size() > height) {
            shown = lines.subList(0, height - 1);
            more = "\n… and " + (lines.size() - shown.size()) + " more lines" + CLEAR_LINE;
        }
        out.print(HOME + String.join(CLEAR_LINE + "\n", shown) + CLEAR_LINE + more + CLEAR_BELOW);
        out.flush();
    }

    @Override
    public void close() {
        out.println(WRAP_LONG_LINES);
        out.flush();
        if (before != null) {
            Stty.ask(before);
        }
    }
}

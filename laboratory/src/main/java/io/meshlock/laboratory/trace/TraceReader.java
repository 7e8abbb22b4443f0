package io.meshlock.laboratory.trace;

/** Reads traces of all formats. */
public final class TraceReader {

    private TraceReader() {}

    /** Reads a file from its beginning to its end; throws {@link TraceException} at the first wrong line. */
    public static Trace read(TraceSource source) {
        if (source.format() == TraceFormat.GRAPH) {
            return new GraphReader(source).read();
        }
        String separators = switch (source.format()) {
            case NS2 -> "\"";
            case CSV -> ",";
            default -> "";
        };
        try (Lines lines = new Lines(source.file(), separators)) {
            return switch (source.format()) {
                case NS2 -> new Ns2Reader(lines).read(source);
                case BONNMOTION -> bonnMotion(lines, source);
                case CSV -> csv(lines, source);
                case ONE -> new ConnectionReader(lines).events(source);
                case CONTACTS -> new ConnectionReader(lines).contacts(source);
                case GRAPH -> throw new IllegalStateException("read above");
            };
        }
    }

    /** One node a line, in the order of their numbers. */
    private static Trace bonnMotion(Lines lines, TraceSource source) {
        MovementCollector nodes = new MovementCollector(lines);
        while (lines.next()) {
            int place = nodes.place(Integer.toString(nodes.size()));
            long numbers = 0;
            long tick = 0;
            double x = 0;
            String time = "";
            do {
                for (int i = 0; i < lines.size(); i++) {
                    switch ((int) (numbers++ % 3)) {
                        case 0 -> {
                            tick = lines.time(i);
                            time = lines.word(i);
                        }
                        case 1 -> x = lines.number(i);
                        default -> nodes.add(place, tick, x, lines.number(i), time);
                    }
                }
            } while (lines.rest());
            if (numbers % 3 != 0) {
                throw lines.wrong("has " + numbers + " numbers", "t x y for every waypoint");
            }
        }
        return nodes.finish(source);
    }

    private static Trace csv(Lines lines, TraceSource source) {
        MovementCollector nodes = new MovementCollector(lines);
        boolean first = true;
        while (lines.next()) {
            if (lines.size() != 4) {
                throw lines.wrong(lines.quoted() + " has " + lines.size() + " fields", "time,node,x,y");
            }
            boolean heading = first && lines.word(0).equalsIgnoreCase("time");
            first = false;
            if (!heading) {
                int place = nodes.place(lines.word(1));
                nodes.add(place, lines.time(0), lines.number(2), lines.number(3), lines.word(0));
            }
        }
        return nodes.finish(source);
    }
}

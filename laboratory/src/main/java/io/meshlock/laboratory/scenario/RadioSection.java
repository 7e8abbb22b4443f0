package io.meshlock.laboratory.scenario;

import io.meshlock.simulator.mobility.Radio;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.util.List;

/** Understands the keys about radios that {@code mobility} and {@code trace} share. */
final class RadioSection {

    static final List<String> KEYS = List.of("radius", "hysteresis", "loss");

    /** Distances: from a millimetre to farther than the moon. */
    static final Bounds DISTANCE = Bounds.between(0.001, 1e9);

    private static final double USUAL_HYSTERESIS = 0.05;

    private RadioSection() {}

    static Radio resolve(Fields fields) {
        double radius = fields.number("radius", null, DISTANCE);
        double hysteresis = fields.number("hysteresis", USUAL_HYSTERESIS, Bounds.between(0, 10));
        Section section = fields.section("loss");
        if (section == null) {
            fields.resolve("loss", Fields.NONE);
            return Radio.of(radius, hysteresis);
        }
        Fields loss = new Fields(section, fields.path("loss"), List.of("edge", "from"));
        fields.resolve("loss", loss.resolved());
        double edge = loss.number("edge", null, Bounds.between(0, 0.99));
        double from = loss.number("from", 0.5, Bounds.between(0, 0.99));
        return new Radio(radius, hysteresis, edge, from);
    }
}

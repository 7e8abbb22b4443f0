package io.meshlock.laboratory.plot;

import io.meshlock.laboratory.plot.Drawing.Area;
import io.meshlock.laboratory.plot.Drawing.Dot;
import io.meshlock.laboratory.plot.Drawing.Label;
import io.meshlock.laboratory.plot.Drawing.Line;
import io.meshlock.laboratory.plot.Drawing.Shape;
import io.meshlock.laboratory.plot.Drawing.Spot;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Charts as SVG; the same chart gives the same bytes on every machine. */
public final class Svg {

    private Svg() {}

    public static String write(Chart chart) {
        Drawing drawing = ChartLayout.draw(chart);
        String size = number(drawing.width()) + " " + number(drawing.height());
        StringBuilder svg = new StringBuilder()
                .append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\"")
                .append(" width=\"" + number(drawing.width()) + "\" height=\"" + number(drawing.height()) + "\"")
                .append(" font-family=\"Helvetica, Arial, sans-serif\">\n")
                .append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        for (Shape shape : drawing.shapes()) {
            svg.append(element(shape)).append('\n');
        }
        return svg.append("</svg>\n").toString();
    }

    private static String element(Shape shape) {
        if (shape instanceof Line line) {
            String dashes = line.dashes().isEmpty() ? "" : " stroke-dasharray=\"" + joined(line.dashes()) + "\"";
            return "<polyline points=\"" + points(line.spots()) + "\" fill=\"none\" stroke=\"" + line.colour()
                    + "\" stroke-width=\"" + number(line.thickness()) + "\"" + dashes + " stroke-linejoin=\"round\"/>";
        }
        if (shape instanceof Area area) {
            return "<polygon points=\"" + points(area.spots()) + "\" fill=\"" + area.colour() + "\" fill-opacity=\""
                    + number(area.opacity()) + "\"/>";
        }
        if (shape instanceof Dot dot) {
            String circle = "<circle cx=\"" + number(dot.at().x()) + "\" cy=\""
                    + number(dot.at().y()) + "\" r=\"" + number(dot.radius()) + "\" fill=\"" + dot.colour() + "\"";
            return dot.note().isEmpty()
                    ? circle + "/>"
                    : circle + "><title>" + escaped(dot.note()) + "</title></circle>";
        }
        return text((Label) shape);
    }

    private static String text(Label label) {
        String x = number(label.at().x());
        String y = number(label.at().y());
        String turned = label.upwards() ? " transform=\"rotate(-90 " + x + " " + y + ")\"" : "";
        return "<text x=\"" + x + "\" y=\"" + y + "\" font-size=\"" + number(label.size()) + "\" fill=\""
                + label.colour() + "\" text-anchor=\"" + label.anchor().name().toLowerCase(Locale.ROOT) + "\"" + turned
                + ">" + escaped(label.text()) + "</text>";
    }

    private static String points(List<Spot> spots) {
        return spots.stream()
                .map(spot -> number(spot.x()) + "," + number(spot.y()))
                .collect(Collectors.joining(" "));
    }

    private static String joined(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** To the hundredth of a pixel. */
    private static String number(double value) {
        BigDecimal rounded =
                new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).stripTrailingZeros();
        return rounded.toPlainString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

package io.meshlock.laboratory.plot;

import io.meshlock.laboratory.plot.Drawing.Area;
import io.meshlock.laboratory.plot.Drawing.Dot;
import io.meshlock.laboratory.plot.Drawing.Group;
import io.meshlock.laboratory.plot.Drawing.Label;
import io.meshlock.laboratory.plot.Drawing.Line;
import io.meshlock.laboratory.plot.Drawing.Shape;
import io.meshlock.laboratory.plot.Drawing.Spot;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/** Charts as SVG; the same chart gives the same bytes on every machine. */
public final class Svg {

    private Svg() {}

    public static String write(Chart chart) {
        Drawing drawing = ChartLayout.draw(chart, ChartLayout.Frame.ALONE);
        String size = number(drawing.width()) + " " + number(drawing.height());
        StringBuilder svg = new StringBuilder()
                .append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\"")
                .append(" width=\"" + number(drawing.width()) + "\" height=\"" + number(drawing.height()) + "\"")
                .append(" font-family=\"Helvetica, Arial, sans-serif\">\n")
                .append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        for (Shape shape : drawing.shapes()) {
            elements(shape, svg);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void elements(Shape shape, StringBuilder svg) {
        if (shape instanceof Group group) {
            group.shapes().forEach(inner -> elements(inner, svg));
        } else {
            svg.append(element(shape)).append('\n');
        }
    }

    /**
     * A chart as a part of a page that has its own title and legend, and decides on colours: texts and lines have the
     * page's, class {@code grid} marks the grid, and each series is in groups of class {@code series colour-N} with its
     * number in {@code data-series}. Every point, of class {@code point}, has its figures in {@code data-note}.
     *
     * @param label for screen readers
     */
    public static String inPage(Chart chart, String label) {
        Drawing drawing = ChartLayout.draw(chart, ChartLayout.Frame.IN_PAGE);
        StringBuilder svg = new StringBuilder("<svg viewBox=\"0 0 " + number(drawing.width()) + " "
                + number(drawing.height()) + "\" role=\"img\" aria-label=\"" + escaped(label) + "\">\n");
        for (Shape shape : drawing.shapes()) {
            if (shape instanceof Group group) {
                svg.append(
                        "<g class=\"series colour-" + group.colour() + "\" data-series=\"" + group.series() + "\">\n");
                group.shapes().forEach(inner -> svg.append(colourless(inner)).append('\n'));
                svg.append("</g>\n");
            } else {
                svg.append(colourless(shape)).append('\n');
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private static String colourless(Shape shape) {
        String element = element(shape)
                .replaceFirst("stroke=\"" + ChartLayout.GRID + "\"", "class=\"grid\"")
                .replaceFirst("(stroke|fill)=\"#[0-9a-f]{6}\"", "$1=\"currentColor\"");
        return shape instanceof Dot dot
                ? element.replaceFirst("><title>.*", "/>")
                        .replaceFirst(
                                "<circle",
                                "<circle class=\"point\" data-note=\"" + Matcher.quoteReplacement(escaped(dot.note()))
                                        + "\"")
                : element;
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
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}

package io.meshlock.laboratory.plot;

import io.meshlock.laboratory.plot.Drawing.Area;
import io.meshlock.laboratory.plot.Drawing.Dot;
import io.meshlock.laboratory.plot.Drawing.Group;
import io.meshlock.laboratory.plot.Drawing.Label;
import io.meshlock.laboratory.plot.Drawing.Line;
import io.meshlock.laboratory.plot.Drawing.Shape;
import io.meshlock.laboratory.plot.Drawing.Spot;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;

/** Charts as PNG, twice as fine as on a plain screen; needs no screen. */
public final class Png {

    private static final int SCALE = 2;

    private final Graphics2D graphics;

    private Png(Graphics2D graphics) {
        this.graphics = graphics;
    }

    /** False in a Java that was made without the part that draws, as the one in the Debian package. */
    public static boolean isPossible() {
        return ModuleLayer.boot().findModule("java.desktop").isPresent();
    }

    public static byte[] write(Chart chart) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Drawing drawing = ChartLayout.draw(chart, ChartLayout.Frame.ALONE);
        BufferedImage image = new BufferedImage(
                (int) (drawing.width() * SCALE), (int) (drawing.height() * SCALE), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.scale(SCALE, SCALE);
        Png png = new Png(graphics);
        drawing.shapes().forEach(png::draw);
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    private void draw(Shape shape) {
        if (shape instanceof Line line) {
            graphics.setColor(Color.decode(line.colour()));
            graphics.setStroke(stroke(line));
            graphics.draw(path(line.spots()));
        } else if (shape instanceof Area area) {
            Color colour = Color.decode(area.colour());
            graphics.setColor(new Color(
                    colour.getRed(), colour.getGreen(), colour.getBlue(), (int) Math.round(area.opacity() * 255)));
            Path2D outline = path(area.spots());
            outline.closePath();
            graphics.fill(outline);
        } else if (shape instanceof Dot dot) {
            graphics.setColor(Color.decode(dot.colour()));
            double radius = dot.radius();
            graphics.fill(new Ellipse2D.Double(dot.at().x() - radius, dot.at().y() - radius, 2 * radius, 2 * radius));
        } else if (shape instanceof Label label) {
            text(label);
        } else if (shape instanceof Group group) {
            group.shapes().forEach(this::draw);
        }
    }

    private static BasicStroke stroke(Line line) {
        float[] dashes = new float[line.dashes().size()];
        for (int i = 0; i < dashes.length; i++) {
            dashes[i] = line.dashes().get(i);
        }
        return new BasicStroke(
                (float) line.thickness(),
                BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_ROUND,
                10,
                dashes.length == 0 ? null : dashes,
                0);
    }

    private static Path2D path(List<Spot> spots) {
        Path2D path = new Path2D.Double();
        path.moveTo(spots.get(0).x(), spots.get(0).y());
        spots.stream().skip(1).forEach(spot -> path.lineTo(spot.x(), spot.y()));
        return path;
    }

    private void text(Label label) {
        AffineTransform before = graphics.getTransform();
        graphics.setColor(Color.decode(label.colour()));
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) label.size()));
        graphics.translate(label.at().x(), label.at().y());
        if (label.upwards()) {
            graphics.rotate(-Math.PI / 2);
        }
        double width = graphics.getFontMetrics()
                .getStringBounds(label.text(), graphics)
                .getWidth();
        double shift = switch (label.anchor()) {
            case START -> 0;
            case MIDDLE -> width / 2;
            case END -> width;
        };
        graphics.drawString(label.text(), (float) -shift, 0);
        graphics.setTransform(before);
    }
}

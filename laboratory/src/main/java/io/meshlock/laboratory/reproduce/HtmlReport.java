package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.plot.Svg;
import io.meshlock.laboratory.reproduce.Findings.Item;
import io.meshlock.laboratory.reproduce.Findings.Judged;
import io.meshlock.laboratory.reproduce.Judge.Evidence;
import io.meshlock.laboratory.reproduce.Panels.Line;
import io.meshlock.laboratory.reproduce.Panels.Panel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report: one self-contained page. */
final class HtmlReport {

    /** As in the README. */
    private static final Map<String, String> TITLES = Map.of(
            "KRL", "A k-mutual exclusion algorithm for ad hoc wireless networks",
            "Wu", "A Scalable Mutual Exclusion Algorithm for Mobile Ad Hoc Networks",
            "Jiang-P", "Prioritized h-out of-k Resource Allocation for Mobile Ad Hoc Networks and Distributed Systems",
            "Jiang-C", "A Prioritized h-out of-k Mutual Exclusion Algorithm with Maximum Degree of Concurrency");

    private final Findings findings;
    private final StringBuilder page = new StringBuilder();

    HtmlReport(Findings findings) {
        this.findings = findings;
    }

    String text() {
        Map<String, List<Item>> papers = new LinkedHashMap<>();
        findings.items()
                .forEach(item -> papers.computeIfAbsent(item.study().paper(), unused -> new ArrayList<>())
                        .add(item));
        contents(papers);
        papers.forEach(this::claims);
        papers.values().forEach(items -> items.forEach(this::figure));
        return Studies.resource("report.html")
                .replace("{{style}}", Studies.resource("report.css"))
                .replace("{{script}}", Studies.resource("report.js"))
                .replace("{{summary}}", summary())
                .replace("{{words}}", inWords(papers.size()))
                .replace("{{facts}}", facts())
                .replace("{{body}}", page);
    }

    private String facts() {
        List<String> runs = findings.items().stream()
                .map(item -> item.study().effort(findings.mode()).runs())
                .distinct()
                .map(count -> findings.seed() + " to " + (findings.seed() + count - 1))
                .toList();
        return "<dt>Version</dt><dd>" + escaped(findings.version()) + "</dd><dt>Effort</dt><dd>"
                + findings.mode().text() + "</dd><dt>Seeds</dt><dd>" + String.join("; ", runs)
                + "</dd><dt>Command</dt><dd><code>" + escaped(findings.command()) + "</code></dd>";
    }

    private String summary() {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        findings.lines().forEach(line -> counts.merge(line.verdict(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(count -> "<li><b>" + count.getValue() + "</b> " + badge(count.getKey()) + "</li>")
                .collect(Collectors.joining());
    }

    /** The result in a few sentences. */
    private String inWords(int papers) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        findings.lines().forEach(line -> counts.merge(line.verdict(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((verdict, count) -> parts.add(count + " "
                + switch (verdict) {
                    case HOLDS -> count == 1 ? "holds" : "hold";
                    case ONLY_AS_PRINTED -> (count == 1 ? "holds" : "hold") + " for the printed algorithm only";
                    case ONLY_CORRECTED -> (count == 1 ? "holds" : "hold") + " for the corrected algorithm only";
                    case DOES_NOT_HOLD -> count == 1 ? "does not" : "do not";
                    case UNDECIDED -> count == 1 ? "is undecided" : "are undecided";
                    case NOT_MEASURED -> count == 1 ? "was not measured" : "were not measured";
                }));
        int claims = findings.lines().size();
        return "Of " + claims + (claims == 1 ? " claim of " : " claims of ") + papers
                + (papers == 1 ? " paper, " : " papers, ") + String.join(", ", parts) + ".";
    }

    /** What is where: the page is long. */
    private void contents(Map<String, List<Item>> papers) {
        line("<nav class=\"contents\" aria-label=\"Contents\"><h2>Contents</h2><ul>");
        papers.forEach((paper, items) -> {
            line("<li><a href=\"#claims-" + escaped(paper) + "\">What [" + escaped(paper) + "] says</a>: "
                    + escaped(title(paper)) + "<ul>");
            items.forEach(item -> line("<li><a href=\"#" + item.figure().name() + "\">"
                    + escaped(item.figure().title()) + "</a></li>"));
            line("</ul></li>");
        });
        line("</ul></nav>");
    }

    private static String title(String paper) {
        return TITLES.getOrDefault(paper, paper);
    }

    private static String badge(Verdict verdict) {
        return "<span class=\"verdict " + verdict.style() + "\">" + verdict.text() + "</span>";
    }

    // ---- claims -----------------------------------------------------------------------------------------------------

    private void claims(String paper, List<Item> items) {
        line("<section class=\"claims\"><h2 id=\"claims-" + escaped(paper) + "\">What [" + escaped(paper)
                + "] says</h2><p><cite>" + escaped(title(paper)) + "</cite></p>");
        line("<table><thead><tr><th scope=\"col\">Claim</th><th scope=\"col\">Verdict</th>"
                + "<th scope=\"col\">As printed</th><th scope=\"col\">Corrected</th></tr></thead><tbody>");
        for (Item item : items) {
            for (Judged judged : item.claims()) {
                claim(item, judged);
            }
        }
        line("</tbody></table></section>");
    }

    private void claim(Item item, Judged judged) {
        String name = item.figure().name();
        line("<tr class=\"claim\" id=\"" + escaped(name + "-" + judged.claim().name()) + "\"><td data-label=\"Claim\">"
                + escaped(judged.claim().says()) + " <a href=\"#" + name + "\">" + name + "</a>");
        line("<details><summary>how to check</summary><p>"
                + escaped(rule(judged.claim().test())) + "</p>");
        findings.commands(item, judged)
                .forEach(command -> line("<pre tabindex=\"0\"><code>" + escaped(command) + "</code></pre>"));
        line("</details></td><td data-label=\"Verdict\">" + badge(judged.verdict()) + "</td>");
        line("<td data-label=\"As printed\">" + evidence(judged.claim().test(), judged.printed()) + "</td>");
        line("<td data-label=\"Corrected\">" + evidence(judged.claim().test(), judged.corrected()) + "</td></tr>");
    }

    /** The predicate in words. */
    private static String rule(Claim.Test test) {
        if (test instanceof Claim.Ratio ratio) {
            return ratio.metric() + " of " + words(ratio.of()) + " divided by that of " + words(ratio.to()) + " is "
                    + ratio.bounds().text() + ", everywhere; runs with the same seed are compared";
        }
        if (test instanceof Claim.Spread spread) {
            return "the largest " + spread.metric() + " along " + spread.along() + " divided by the smallest is "
                    + spread.bounds().text();
        }
        if (test instanceof Claim.Bend bend) {
            return "what " + bend.metric() + " gains from " + bend.middle() + " to " + bend.to() + " " + bend.along()
                    + ", divided by what it gains from " + bend.from() + " to " + bend.middle() + ", is "
                    + bend.bounds().text();
        }
        if (test instanceof Claim.Amount amount) {
            return amount.metric() + " is " + amount.bounds().text();
        }
        return ((Claim.Never) test).metric() + " is 0 in every run";
    }

    private static String words(Map<String, String> levels) {
        return levels.entrySet().stream()
                .map(level -> level.getKey() + " " + level.getValue())
                .collect(Collectors.joining(", "));
    }

    /** What the number in a cell is, and what it must be. */
    private static String quantity(Claim.Test test) {
        if (test instanceof Claim.Ratio ratio) {
            return "ratio of " + ratio.metric() + ", must be " + ratio.bounds().text();
        }
        if (test instanceof Claim.Spread spread) {
            return "largest to smallest " + spread.metric() + ", must be "
                    + spread.bounds().text();
        }
        if (test instanceof Claim.Bend bend) {
            return "later to earlier gain of " + bend.metric() + ", must be "
                    + bend.bounds().text();
        }
        if (test instanceof Claim.Amount amount) {
            return amount.metric() + ", must be " + amount.bounds().text();
        }
        return ((Claim.Never) test).metric() + ", must be 0";
    }

    private static String evidence(Claim.Test test, @Nullable Evidence evidence) {
        if (evidence == null) {
            return "does not apply";
        }
        String text = "<span class=\"outcome " + evidence.outcome().name().charAt(0) + "\">"
                + switch (evidence.outcome()) {
                    case YES -> "yes";
                    case NO -> "no";
                    case UNDECIDED -> "open";
                    case NOT_MEASURED -> "not measured";
                }
                + "</span> " + escaped(evidence.number()) + " <span class=\"quantity\">(" + escaped(quantity(test))
                + ")</span>";
        if (evidence.comparisons() > 1) {
            text += "; " + evidence.comparisons() + " compared";
        }
        return evidence.starved() > 0
                ? text + " <span class=\"alarm\">" + Numerals.brief(evidence.starved()) + " requests starved</span>"
                : text;
    }

    // ---- figures ----------------------------------------------------------------------------------------------------

    private void figure(Item item) {
        Figure figure = item.figure();
        line("<section class=\"figure\" id=\"" + figure.name() + "\"><h2>["
                + item.study().paper() + "] " + escaped(figure.title()) + "</h2><p>" + escaped(figure.text()) + "</p>");
        for (String reason : item.measurements().missing()) {
            line("<p class=\"alarm\">Not measured: " + escaped(reason) + "</p>");
        }
        legend(item);
        line("<div class=\"panels\">");
        for (Panel panel : Panels.of(item, findings.mode())) {
            String label = panel.chart().title() + ", " + figure.metricTitle() + " by "
                    + panel.chart().x().label();
            line("<figure class=\"panel\" tabindex=\"0\" aria-label=\"" + escaped(label)
                    + "; arrow keys go from point to point\">");
            if (!panel.label().isEmpty()) {
                line("<figcaption>" + escaped(panel.label()) + "</figcaption>");
            }
            line(Svg.inPage(panel.chart(), label) + "</figure>");
        }
        line("</div>");
        numbers(item);
        line("</section>");
    }

    private void legend(Item item) {
        line("<div class=\"legend\" role=\"group\" aria-label=\"Lines shown\">");
        int number = 0;
        for (Line line : Panels.lines(item).values()) {
            line("<button type=\"button\" aria-pressed=\"true\" class=\"colour-"
                    + line.look().colour() + " dashes-"
                    + line.look().dashes() + "\" data-series=\"" + number++
                    + "\"><svg width=\"28\" height=\"10\" aria-hidden=\"true\">"
                    + "<line x1=\"0\" y1=\"5\" x2=\"28\" y2=\"5\"/>"
                    + "</svg>" + escaped(line.name()) + "</button>");
        }
        line("</div>");
    }

    private void numbers(Item item) {
        Table table = Table.of(item);
        line("<details class=\"numbers\"><summary>The numbers: "
                + escaped(item.figure().metricTitle())
                + ", mean ± half the 95 % confidence interval</summary>"
                + "<div class=\"wide\" tabindex=\"0\"><table><thead><tr>");
        table.heading().forEach(name -> line("<th scope=\"col\">" + escaped(name) + "</th>"));
        line("<th scope=\"col\">mean ± ci95</th><th scope=\"col\">n</th><th scope=\"col\">starved</th>"
                + "<th scope=\"col\">violations</th></tr></thead><tbody>");
        for (Table.Row row : table.rows()) {
            String cells = row.levels().stream()
                    .map(level -> "<td>" + escaped(level) + "</td>")
                    .collect(Collectors.joining());
            line("<tr>" + cells + "<td>" + Numerals.brief(row.summary().mean()) + " ± "
                    + Numerals.brief(row.summary().ci95()) + "</td><td>"
                    + row.summary().n() + "</td><td>"
                    + Numerals.brief(row.starved()) + "</td><td>" + Numerals.brief(row.violations()) + "</td></tr>");
        }
        line("</tbody></table></div></details>");
    }

    private void line(String text) {
        page.append(text).append('\n');
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}

package io.meshlock.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Writes the {@linkplain HelpPage pages} of all commands. Not a command: the build runs it. */
public final class HelpPages {

    private HelpPages() {}

    /** @param args the folder with the classes */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0], "io", "meshlock", "cli", HelpPage.FILE);
        Files.write(file, lines(), StandardCharsets.UTF_8);
    }

    /** The lines of the file. */
    static List<String> lines() {
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>();
        add(lines, Main.commandLine(nowhere, nowhere, Commands.MAN.word())); // which reads all commands
        return lines;
    }

    private static void add(List<String> lines, CommandLine command) {
        HelpPage page = HelpLayout.page(command.getCommandSpec());
        lines.add(HelpPage.NAME + page.name());
        lines.addAll(page.lines());
        command.getSubcommands().values().forEach(child -> add(lines, child));
    }
}

package io.meshlock.yaml;

import io.meshlock.yaml.Value.Section;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads files of one kind to trees; a mistake is thrown as the exception of their {@link Dialect}. */
public final class YamlReader {

    private final Dialect dialect;

    public YamlReader(Dialect dialect) {
        this.dialect = dialect;
    }

    /** A file with keys. */
    public Section read(Path file) {
        return read(file.toString(), text(file));
    }

    /** A text with keys; {@code source} stands for it in messages, and relative files are relative to it. */
    public Section read(String source, String yaml) {
        Place origin = new Place(source, 1);
        Value root = parse(origin, yaml).orElseGet(() -> nothing(origin));
        if (root instanceof Section section) {
            return section;
        }
        throw dialect.wrong(root.place(), dialect.name(), "the file holds no keys", dialect.example());
    }

    private Section nothing(Place origin) {
        if (dialect.mayBeEmpty()) {
            return new Section(origin, Map.of());
        }
        throw empty(origin);
    }

    /** Parses one value as it would stand behind a key; {@code origin} is the flag that it came from. */
    public Value value(Place origin, String yaml) {
        return parse(origin, yaml).orElseThrow(() -> empty(origin));
    }

    private RuntimeException empty(Place origin) {
        return dialect.wrong(origin, dialect.name(), "there is nothing in it", dialect.example());
    }

    /** What is in a file. */
    public String text(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw wrongFile(file, "is a folder", "a file");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw wrongFile(file, "does not exist", "an existing file");
        } catch (CharacterCodingException e) {
            throw wrongFile(file, "is not text in UTF-8", "a text file");
        } catch (IOException e) {
            throw wrongFile(file, "cannot be read (" + e.getMessage() + ")", "a readable file");
        }
    }

    private RuntimeException wrongFile(Path file, String wrong, String expected) {
        return dialect.wrong(new Place(file.toString(), 0), "file", wrong, expected);
    }

    /** Parses to YAML's own nodes, not to objects: nodes keep their lines, and keys that are written twice. */
    private Optional<Value> parse(Place origin, String yaml) {
        Tree tree = new Tree(dialect, origin);
        try {
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(origin.source())
                    .setAllowNonScalarKeys(true) // to refuse them with their line
                    .build();
            Optional<Node> root = new Compose(settings).composeString(yaml);
            return root.map(tree::of);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(0);
            throw dialect.wrong(tree.place(line), "yaml", e.getProblem(), "valid YAML");
        } catch (YamlEngineException e) {
            throw dialect.wrong(tree.place(0), "yaml", String.valueOf(e.getMessage()), "valid YAML");
        }
    }
}

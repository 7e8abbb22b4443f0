package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("meshlock keys")
class KeysCommandTest {

    @TempDir
    private Path folder;

    private Path keys;
    private String out = "";
    private String err = "";

    @BeforeEach
    void choose() {
        keys = folder.resolve("keys");
    }

    private int keys(String... args) {
        StringWriter standard = new StringWriter();
        StringWriter error = new StringWriter();
        String[] all = new String[args.length + 3];
        all[0] = "keys";
        System.arraycopy(args, 0, all, 1, args.length);
        all[args.length + 1] = "--dir";
        all[args.length + 2] = keys.toString();
        int code = Main.run(new PrintWriter(standard), new PrintWriter(error), all);
        out = standard.toString();
        err = error.toString();
        return code;
    }

    @Test
    void aMeshFromInitToRevoke() {
        assertThat(keys("init", "--mesh", "harbour")).isZero();
        assertThat(out).startsWith("mesh harbour-").contains("its authority is in " + keys);
        assertThat(keys("issue", "drone-7")).isZero();
        assertThat(out)
                .startsWith("node 1, drone-7, of mesh harbour-")
                .contains("copy " + keys.resolve("nodes/drone-7"));
        assertThat(keys.resolve("nodes/drone-7")).isDirectoryContaining("glob:**/node.key");
        assertThat(keys("issue", "drone-8")).isZero();
        assertThat(keys("revoke", "drone-7")).isZero();
        assertThat(out).contains("copy " + keys.resolve("revoked.pem") + " to every node");
        assertThat(keys("list")).isZero();
        assertThat(out.lines().map(line -> line.strip().replaceAll(" +", " ")))
                .anyMatch(line -> line.matches("1 drone-7 revoked 20\\d\\d-\\d\\d-\\d\\d"))
                .anyMatch(line -> line.matches("2 drone-8 valid 20\\d\\d-\\d\\d-\\d\\d"));
        assertThat(keys("list", "--json")).isZero();
        assertThat(out).contains("\"certificates\"").contains("\"drone-8\"").contains("\"expires\"");
        assertThat(err).isEmpty();
    }

    @Test
    void mistakesGetOneLineAndCode2() {
        expect(keys + ": no authority here; './meshlock keys init' makes one", "issue", "x");
        keys("init");
        expect(keys + ": has an authority already; a second one would shut all its nodes out", "init");
        keys("issue", "x");
        expect("node 'x' has a certificate; --renew makes a new one", "issue", "x");
        expect("node 'y' has no certificate here", "revoke", "y");
        expect("--days: 0 is out of range; expected a whole number from 1 to 3650", "issue", "z", "--days", "0");
        expect(
                "a node's name has 1 to 63 letters, digits, '.', '_' or '-', and begins with a letter or digit; not 'a/b'",
                "issue",
                "a/b");
    }

    @Test
    void namesTheFirstVotersOnce() {
        keys("init");
        for (String name : new String[] {"a", "b", "c"}) {
            keys("issue", name);
        }
        expect("voters: [a, b]; expected an odd number of different nodes, at most 15", "voters", "a", "b");
        expect("voters: [a, b, a]; expected an odd number of different nodes, at most 15", "voters", "a", "b", "a");
        expect("node 'd' has no certificate in force; './meshlock keys issue d' makes one", "voters", "d");
        assertThat(keys("voters", "a", "b", "c")).isZero();
        assertThat(out)
                .isEqualTo("the first voters are a, b, c: copy " + keys.resolve("voters.txt")
                        + " to the keys of all nodes that had theirs before; it is among those of "
                        + keys.resolve("nodes") + "\n");
        expect(
                keys.resolve("voters.txt") + ": the first voters were named already; naming others could begin the"
                        + " mesh's pools a second time",
                "voters",
                "a");
    }

    private void expect(String line, String... args) {
        assertThat(keys(args)).isEqualTo(2);
        assertThat(err).isEqualTo(line + "\n");
        assertThat(out).isEmpty();
    }

    @Test
    void everyCommandHasHelp() {
        StringWriter text = new StringWriter();
        for (String command : new String[] {"init", "issue", "voters", "revoke", "list"}) {
            Main.run(new PrintWriter(text), new PrintWriter(text), "keys", command, "--help");
            assertThat(text.toString()).contains("Examples:\n  ./meshlock keys " + command);
        }
        Main.run(new PrintWriter(text), new PrintWriter(text), "keys");
        assertThat(text.toString()).contains("Makes a mesh's authority");
        assertThat(Files.exists(Path.of("keys"))).isFalse();
    }
}

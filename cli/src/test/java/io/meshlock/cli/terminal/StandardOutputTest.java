package io.meshlock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Output that cannot be written is an error, except to a reader that has seen enough. */
class StandardOutputTest {

    private final StringWriter err = new StringWriter();

    @Test
    void aFullDiskIsAnError() {
        assertThat(codeOfCommandThatWritesTo("No space left on device", 0)).isEqualTo(3);
        assertThat(err)
                .hasToString(
                        "standard output cannot be written (No space left on device); what was printed is not complete\n");
    }

    @Test
    void anotherErrorKeepsItsCode() {
        assertThat(codeOfCommandThatWritesTo("No space left on device", 2)).isEqualTo(2);
    }

    @Test
    void aReaderThatHasSeenEnoughIsNone() {
        assertThat(codeOfCommandThatWritesTo("Broken pipe", 0)).isZero();
        assertThat(err).hasToString("");
    }

    private int codeOfCommandThatWritesTo(String reason, int code) {
        StandardOutput stdout = new StandardOutput(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(reason);
            }
        });
        PrintWriter out = new PrintWriter(stdout, true, StandardCharsets.UTF_8);
        out.println("something");
        return stdout.check(code, new PrintWriter(err, true));
    }
}

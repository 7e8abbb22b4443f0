package io.meshlock.testbed.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The witness")
class WitnessTest {

    @TempDir
    private Path folder;

    private Testimony one;
    private Testimony two;

    @BeforeEach
    void swearIn() throws Exception {
        one = new Testimony(folder.resolve("witness"), 1);
        two = new Testimony(folder.resolve("witness"), 2);
    }

    private List<String> judge() throws Exception {
        Witness witness = new Witness(folder.resolve("witness"));
        witness.catchUp();
        return witness.judge(2);
    }

    @Test
    void findsNothingWrongWithWhatIsRight() throws Exception {
        one.granted(10, 5, List.of(1, 2));
        one.valid(20, 5);
        two.granted(21, 6, List.of(1));
        one.granted(22, 7, List.of(2));
        two.valid(30, 6);
        one.lost(40, 7);
        two.granted(35, 8, List.of(2));
        assertThat(judge()).isEmpty();
    }

    @Test
    void seesASlotThatTwoHold() throws Exception {
        one.granted(10, 5, List.of(1));
        two.granted(15, 6, List.of(1));
        one.valid(20, 5);
        assertThat(judge()).hasSize(1).first().asString().startsWith("slot 1 was held twice");
    }

    @Test
    void seesThatBehindAnother() throws Exception {
        one.granted(10, 5, List.of(1));
        two.granted(15, 6, List.of(1));
        two.granted(18, 7, List.of(1));
        one.valid(20, 5);
        assertThat(judge()).hasSize(2);
    }

    @Test
    void seesANumberThatFell() throws Exception {
        one.granted(10, 5, List.of(1));
        two.granted(15, 4, List.of(1));
        assertThat(judge()).hasSize(1).first().asString().startsWith("the number of slot 1 fell");
    }

    @Test
    void seesANumberThatIsGivenTwice() throws Exception {
        one.granted(10, 5, List.of(1));
        two.granted(15, 5, List.of(2));
        assertThat(judge()).hasSize(1).first().asString().startsWith("grant 5 was given twice");
    }

    @Test
    void seesASlotThatIsNone() throws Exception {
        one.granted(10, 5, List.of(3));
        assertThat(judge()).hasSize(1);
    }
}

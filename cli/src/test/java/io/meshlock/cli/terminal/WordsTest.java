package io.meshlock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

    @Test
    void oneIsNotMany() {
        assertThat(Words.count(0, "request")).isEqualTo("0 requests");
        assertThat(Words.count(1, "request")).isEqualTo("1 request");
        assertThat(Words.count(2, "request")).isEqualTo("2 requests");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "999, 999 ms",
        "1000, 1.00 s",
        "2932, 2.93 s",
        "10000, 10 s",
        "119999, 119 s",
        "120000, 2 min",
        "7200000, 2 h",
        "172800000, 2 d"
    })
    void timesHaveTheUnitThatTheyNeed(long millis, String words) {
        assertThat(Words.time(millis)).isEqualTo(words);
    }
}

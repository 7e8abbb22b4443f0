package io.meshlock.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every event of a journal is the same after it was written and read. */
@DisplayName("A journal that is written and read")
class JournalRoundTripTest {

    private static final Key KEY = new Key(-7, 2, Key.requestNumber(3, 1), 2);
    private static final Keys KEYS = Keys.ofSorted(KEY, KEY.reborn(9).renamed(Key.requestNumber(4, 4)));
    private static final long[] TIMES = {0, 1, 1_000_000, 12_500_000, 3_000_100, 1_234_567_890_123_456L};
    private static final String ODD = "a \"note\" \\ with é and\ttab";

    private record Note(
            String type,
            int bytes,
            int tokens,
            boolean toAll,
            @Nullable Keys registers,
            String text) implements Message {
        @Override
        public String toString() {
            return text;
        }
    }

    /** Example values for each type of argument. An event with another type needs a line here. */
    private static final Map<Class<?>, List<?>> VALUES = Map.of(
            int.class, List.of(3, 0, 4),
            long.class, List.of(17L, Long.MAX_VALUE, Long.MIN_VALUE / 2),
            String.class, List.of("plain", "", ODD),
            PermitRequest.class,
                    List.of(
                            PermitRequest.of(17, 2).withPriority(-4),
                            PermitRequest.of(18, 1).withDeadline(1_500_000)),
            Key.class, List.of(KEY),
            Rejection.class, List.of(Rejection.values()),
            PermitGrant.class,
                    List.of(new PermitGrant(5, 17, 2, Slots.of(1, 3)), new PermitGrant(6, 18, 1, Slots.NONE)),
            PoolSize.class, List.of(new PoolSize(3, 0, 0), new PoolSize(7, 1L << 40, 12)),
            Epoch.class, List.of(new Epoch(2, 3)),
            Message.class,
                    List.of(
                            new Note("NOTE", 12, 0, true, null, ODD),
                            new Note("NOTE", 12, 2, false, KEYS, "x"),
                            new Note("", 0, 0, false, Keys.EMPTY, "")));

    static List<Method> events() {
        return List.of(Journal.class.getMethods());
    }

    @ParameterizedTest
    @MethodSource("events")
    void tellsTheSame(Method event) throws InvocationTargetException, IllegalAccessException {
        for (int variant = 0; variant < TIMES.length; variant++) {
            Object[] arguments = arguments(event, variant);
            String line = written(event, arguments);
            assertThat(told(new JournalReader().read(line))).isEqualTo(call(event, arguments));
            JournalEvent fromBytes = new JournalReader().readIfWanted(line.getBytes(StandardCharsets.US_ASCII));
            assertThat(told(fromBytes)).isEqualTo(call(event, arguments));
        }
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyEventHasItsKind(Method event) throws InvocationTargetException, IllegalAccessException {
        String line = written(event, arguments(event, 0));
        EventKind kind = new JournalReader().read(line).kind();
        assertThat(kind.label()).isEqualTo(event.getName());
        assertThat(EventKind.peek(line.getBytes(StandardCharsets.US_ASCII))).isEqualTo(kind);
        assertThat(JournalReader.of(EnumSet.complementOf(EnumSet.of(kind))).readIfWanted(line))
                .isNull();
    }

    /** A missing field is either reported or optional. */
    @ParameterizedTest
    @MethodSource("events")
    void aMissingFieldIsNamed(Method event) throws InvocationTargetException, IllegalAccessException {
        String line = written(event, arguments(event, 0));
        EventKind kind = new JournalReader().read(line).kind();
        for (Field field : Field.values()) {
            String without = line.replaceFirst(
                    "[,{]\"" + field.label() + "\":(\\[[^]]*]|\"(\\\\.|[^\"\\\\])*\"|[-0-9.]+)",
                    field == Field.TIME ? "{" : "");
            if (without.equals(line) || !kind.needs(field)) {
                continue;
            }
            assertThatThrownBy(() -> new JournalReader().read(without.replace("{,", "{")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("field '" + field.label() + "' is missing");
        }
    }

    @Test
    void wordingCanBeLeftOut() {
        String line = "{\"t\":1,\"e\":\"sent\",\"n\":1,\"to\":2,\"m\":\"X\",\"bytes\":3,\"tokens\":1,"
                + "\"keys\":[[1,2,3,4]],\"text\":\"words\"}";
        JournalEvent brief = new JournalReader().withoutWording().read(line);
        assertThat(brief.type()).isEqualTo("X");
        assertThat(brief.tokens()).isEqualTo(1);
        assertThat(brief.text()).isEmpty();
        assertThat(brief.message().registers()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{'t':1,'e': | is not JSON",
                "[] | not an object",
                "{'e':'ended'} | field 't' is missing",
                "{'t':1} | field 'e' is missing",
                "{'t':1,'e':'jumped'} | unknown event 'jumped'",
                "{'t':1,'e':'waiting','n':1,'r':1,'key':[1,2,3]} | a key has four numbers",
            })
    void wrongLinesAreRefused(String line, String reason) {
        assertThatThrownBy(() -> new JournalReader().read(line.strip().replace('\'', '"')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
    }

    @Test
    void unknownFieldsArePassedOver() {
        String line = "{\"t\":1,\"e\":\"crashed\",\"n\":4,\"later\":{\"n\":[5]},\"more\":1}";
        assertThat(told(new JournalReader().read(line))).isEqualTo("crashed[1000000, 4]");
    }

    private static Object[] arguments(Method event, int variant) {
        Class<?>[] types = event.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            List<?> values = VALUES.get(types[i]);
            assertThat(values).as("values of " + types[i]).isNotNull();
            arguments[i] = i == 0 ? (Object) TIMES[variant] : values.get((variant + i) % values.size());
        }
        if (event.getName().equals("leased")) {
            arguments[3] = TIMES[TIMES.length - 1 - variant]; // a time, not any number
        }
        return arguments;
    }

    private static String written(Method event, Object... arguments)
            throws InvocationTargetException, IllegalAccessException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalWriter writer = new JournalWriter(bytes)) {
            event.invoke(writer, arguments);
        }
        return bytes.toString(StandardCharsets.US_ASCII).stripTrailing();
    }

    private static String told(JournalEvent event) {
        List<String> calls = new ArrayList<>();
        event.tell((Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> {
                    calls.add(call(method, arguments));
                    return null;
                }));
        assertThat(calls).hasSize(1);
        return calls.get(0);
    }

    /** A call as text with all its parts. */
    private static String call(Method event, Object... arguments) {
        return event.getName()
                + Stream.of(arguments).map(JournalRoundTripTest::words).toList();
    }

    private static String words(Object argument) {
        return argument instanceof Message message
                ? Arrays.asList(
                                message.type(),
                                message.bytes(),
                                message.tokens(),
                                message.toAll(),
                                message.registers(),
                                message)
                        .toString()
                : argument.toString();
    }
}

package io.meshlock.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JournalsTest {

    static List<Method> methods() {
        return List.of(Journal.class.getMethods());
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyJournalHearsEverythingInOrder(Method method) throws InvocationTargetException, IllegalAccessException {
        List<String> heard = new ArrayList<>();
        Journal both = Journals.fanOut(recording("first", heard), recording("second", heard));
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> type == long.class ? (Object) 5L : type == int.class ? (Object) 6 : null)
                .toArray();
        method.invoke(both, arguments);
        String call = method.getName() + Arrays.toString(arguments);
        assertThat(heard).containsExactly("first " + call, "second " + call);
    }

    private static Journal recording(String name, List<String> heard) {
        return (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> {
                    heard.add(name + " " + method.getName() + Arrays.toString(arguments));
                    return null;
                });
    }

    @Test
    void fewerThanTwoNeedNoFan() {
        Journal one = new Journal() {};
        assertThat(Journals.fanOut(one)).isSameAs(one);
        assertThat(Journals.fanOut()).isSameAs(Journals.none());
    }
}

package io.meshlock.playground;

/** Writes one JSON document, field by field. Commas come by themselves. */
final class JsonText {

    private final StringBuilder text = new StringBuilder();
    private boolean first = true;

    JsonText open(char bracket) {
        separate();
        text.append(bracket);
        first = true;
        return this;
    }

    JsonText close(char bracket) {
        text.append(bracket);
        first = false;
        return this;
    }

    JsonText name(String name) {
        separate();
        quote(name);
        text.append(':');
        first = true;
        return this;
    }

    JsonText value(long number) {
        separate();
        text.append(number);
        return this;
    }

    /** Rounded to a thousandth: enough for a picture. */
    JsonText value(double number) {
        separate();
        long thousandths = Math.round(number * 1000);
        if (thousandths % 1000 == 0) {
            text.append(thousandths / 1000);
        } else {
            text.append(thousandths / 1000.0);
        }
        return this;
    }

    JsonText value(String string) {
        separate();
        quote(string);
        return this;
    }

    JsonText value(boolean truth) {
        separate();
        text.append(truth);
        return this;
    }

    /** Something that is JSON already. */
    JsonText raw(String json) {
        separate();
        text.append(json);
        return this;
    }

    static String quoted(String string) {
        return new JsonText().value(string).toString();
    }

    JsonText field(String name, String value) {
        return name(name).value(value);
    }

    JsonText field(String name, long value) {
        return name(name).value(value);
    }

    JsonText field(String name, boolean value) {
        return name(name).value(value);
    }

    JsonText time(String name, double units) {
        return name(name).value(units);
    }

    private void separate() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    private void quote(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                default -> {
                    if (c >= ' ') {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

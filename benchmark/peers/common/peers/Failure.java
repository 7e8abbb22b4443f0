package peers;

/** A contender did not do what it has to. */
final class Failure extends Exception {

    private static final long serialVersionUID = 1;

    Failure(String message) {
        super(message);
    }

    Failure(String message, Throwable cause) {
        super(message, cause);
    }

    /** Why, in one line. */
    static String reason(Throwable problem) {
        String text = problem instanceof Failure ? problem.getMessage() : problem.toString();
        return text.lines().findFirst().orElse("");
    }
}

package io.meshlock.daemon.http;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.meshlock.daemon.http.Caller.Role;

/**
 * One call of the API.
 *
 * @param method GET, POST, PUT or DELETE
 * @param path with parameters in braces, as the OpenAPI document has it
 * @param role what its caller must be
 * @param handler what it does
 */
record Route(HandlerType method, String path, Role role, Handler handler) {

    static Route get(String path, Handler handler) {
        return new Route(HandlerType.GET, path, Role.READER, handler);
    }

    static Route post(String path, Handler handler) {
        return new Route(HandlerType.POST, path, Role.CLIENT, handler);
    }

    static Route put(String path, Handler handler) {
        return new Route(HandlerType.PUT, path, Role.CLIENT, handler);
    }

    static Route delete(String path, Handler handler) {
        return new Route(HandlerType.DELETE, path, Role.CLIENT, handler);
    }

    /** The same call, for everybody, also without the token that looking needs. */
    Route forProbes() {
        return new Route(method, path, Role.PROBE, handler);
    }

    /** The same call, for operators alone. */
    Route forOperators() {
        return new Route(method, path, Role.OPERATOR, handler);
    }
}

package io.meshlock.daemon.http;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;

/**
 * One call of the API.
 *
 * @param method GET, POST, PUT or DELETE
 * @param path with parameters in braces, as the OpenAPI document has it
 * @param handler what it does
 */
record Route(HandlerType method, String path, Handler handler) {

    static Route get(String path, Handler handler) {
        return new Route(HandlerType.GET, path, handler);
    }

    static Route post(String path, Handler handler) {
        return new Route(HandlerType.POST, path, handler);
    }

    static Route put(String path, Handler handler) {
        return new Route(HandlerType.PUT, path, handler);
    }

    static Route delete(String path, Handler handler) {
        return new Route(HandlerType.DELETE, path, handler);
    }
}

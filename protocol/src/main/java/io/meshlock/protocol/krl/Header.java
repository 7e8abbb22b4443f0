package io.meshlock.protocol.krl;

import io.meshlock.protocol.WireSize;

/**
 * The header of every message: the sender's state.
 *
 * @param height the sender's height
 * @param standing whether the sender holds a token
 * @param links how many links it has
 * @param seen how many tokens it has received from the receiver since their link came up
 */
public record Header(Height height, TokenState standing, int links, long seen) {

    int bytes() {
        return height.bytes()
                + WireSize.number(standing == TokenState.EMPTY ? 0 : 1)
                + WireSize.number(links)
                + WireSize.number(seen);
    }

    @Override
    public String toString() {
        return " at " + height;
    }
}

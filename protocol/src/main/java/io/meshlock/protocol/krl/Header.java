package io.meshlock.protocol.krl;

import io.meshlock.protocol.WireSize;

/**
 * What every message carries of its sender.
 *
 * @param height how high it is
 * @param standing whether it holds a token
 * @param links how many links it has
 * @param seen how many tokens it has got from the receiver since their link is up
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

package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.WireSize;

/**
 * The header of every message.
 *
 * @param height the sender's height
 * @param clock the largest grant number the sender knows
 * @param seen how many custody messages (TOKEN, GRANT, RELEASE) the sender got over this link since it came up: an
 *     acknowledgement that costs no message
 */
public record Header(Height height, long clock, long seen) {

    int bytes() {
        return height.bytes() + WireSize.number(clock) + WireSize.number(seen);
    }
}

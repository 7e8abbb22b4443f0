package io.meshlock.link.wire;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.krl.Height;
import io.meshlock.protocol.krl.KrlMessage;
import io.meshlock.protocol.krl.TokenState;
import io.meshlock.protocol.krl.TokenTrail;
import io.meshlock.protocol.lookahead.Header;
import io.meshlock.protocol.lookahead.LookAheadMessage;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Makes random messages of the other families, with the parts of {@link RandomMessages}. */
final class RandomOthers {

    private final RandomMessages source;
    private final SplittableRandom random;

    /** One generator for each record of each family. */
    final List<Supplier<Message>> kinds = List.of(
            () -> new KrlMessage.Request(krlHeader()),
            () -> new KrlMessage.Token(krlHeader(), trip(), number()),
            () -> new KrlMessage.LinkInfo(krlHeader(), number()),
            () -> new LookAheadMessage.Ask(header(), key()),
            () -> new LookAheadMessage.Give(header(), flag() ? key() : null),
            () -> new LookAheadMessage.Query(header()),
            () -> new LookAheadMessage.State(header(), number()),
            () -> new LookAheadMessage.Bye(header(), number()));

    RandomOthers(RandomMessages source, SplittableRandom random) {
        this.source = source;
        this.random = random;
    }

    private long number() {
        return source.number();
    }

    private Key key() {
        return source.key();
    }

    private boolean flag() {
        return random.nextBoolean();
    }

    private Header header() {
        return new Header((int) number(), (int) number(), number(), number(), number(), flag(), (int) number());
    }

    private io.meshlock.protocol.krl.Header krlHeader() {
        TokenState[] states = TokenState.values();
        return new io.meshlock.protocol.krl.Header(
                new Height(number(), number(), (int) number()),
                states[random.nextInt(states.length)],
                (int) number(),
                number());
    }

    private TokenTrail trip() {
        return new TokenTrail((int) number(), flag(), number());
    }
}

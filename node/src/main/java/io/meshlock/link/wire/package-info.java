/**
 * The wire format: protobuf, as the schema in {@code src/main/proto} says and {@code docs/wire.md} explains.
 *
 * <p>What is sent seldom goes through the generated classes. Messages of pools are read and written field by field
 * against the same schema: no intermediate objects. Tests show that the generated classes read and write the same
 * bytes.
 */
@NullMarked
package io.meshlock.link.wire;

import org.jspecify.annotations.NullMarked;

/**
 * The wire format: protobuf, with the schema in {@code src/main/proto}, explained in {@code docs/wire.md}.
 *
 * <p>Rare frames use the generated classes. Messages of pools are read and written field by field, without intermediate
 * objects, by the same schema. Tests check that the generated classes read and write the same bytes.
 */
@NullMarked
package io.meshlock.link.wire;

import org.jspecify.annotations.NullMarked;

package io.meshlock.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files that are worth nothing once others can read them: private keys and access tokens. A file of root may be
 * readable by its group, so that a service that runs as a user of its own can read what the system's settings hold.
 *
 * <pre>{@code
 * SecretFile.check(Path.of("/etc/meshlock/keys/node.key")); // throws a KeysException that says what to do
 * }</pre>
 */
public final class SecretFile {

    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private SecretFile() {}

    /**
     * Makes sure that nobody but a file's owner can read or write it; a file that does not exist passes.
     *
     * @throws KeysException if others can; the message names the file, its rights and the remedy
     */
    public static void check(Path file) {
        String rights = rightsOfOthers(file);
        if (rights != null) {
            throw new KeysException(file + ": others can use it (" + rights + "); expected 'chmod 600 " + file + "'");
        }
    }

    /** The rights of a file that others can read or write, such as {@code rw-r--r--}; null if they cannot. */
    public static @Nullable String rightsOfOthers(Path file) {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!posix || !Files.isRegularFile(file)) {
            return null;
        }
        try {
            PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
            Set<PosixFilePermission> others = new HashSet<>(attributes.permissions());
            others.removeAll(OWNERS);
            if (attributes.owner().getName().equals("root")) {
                others.remove(PosixFilePermission.GROUP_READ);
            }
            return others.isEmpty() ? null : PosixFilePermissions.toString(attributes.permissions());
        } catch (IOException e) {
            throw new KeysException(file + ": its rights cannot be read (" + e.getMessage() + ")", e);
        }
    }
}

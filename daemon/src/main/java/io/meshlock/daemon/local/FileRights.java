package io.meshlock.daemon.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who may read and write files; where there are no such rights, as on Windows, everything is as the folder has it. */
final class FileRights {

    static final String OWNER_ONLY = "rw-------";
    static final String OWNER_AND_GROUP = "rw-rw----";

    private FileRights() {}

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** For files that are about to be made. */
    static FileAttribute<?>[] attributes(Path path, String rights) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }

    static void set(Path path, String rights, @Nullable String group) throws IOException {
        if (!isPosix(path)) {
            return;
        }
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (group != null) {
            view.setGroup(path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group));
        }
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
    }

    /**
     * True for a folder into which nobody but its owner can have put anything, and whose owner is this user or the
     * system's. In a folder that is writable for all, a stranger could wait with a socket of his own.
     */
    static boolean isTrustworthy(Path folder) {
        try {
            checkFolder(folder);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes a folder if it is not there, and makes sure that nobody else can put files into it. */
    static void makeFolder(Path folder, boolean forOthers) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(folder, attributes(folder, "rwx------"));
            if (forOthers && isPosix(folder)) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        checkFolder(folder);
    }

    private static void checkFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("'" + folder + "' is no folder; expected one for sockets and tokens");
        }
        if (!isPosix(folder)) {
            return;
        }
        PosixFileAttributes attributes = Files.readAttributes(folder, PosixFileAttributes.class);
        Set<PosixFilePermission> rights = attributes.permissions();
        if (rights.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("'" + folder + "' can be written by everybody; expected a folder of its own");
        }
        String owner = attributes.owner().getName();
        boolean isSystems = folder.startsWith("/run");
        if (!isSystems && !isOwn(attributes.owner()) && !owner.equals("root")) {
            throw new IOException("'" + folder + "' belongs to " + owner + "; expected a folder of its own");
        }
    }

    private static boolean isOwn(UserPrincipal owner) {
        return owner.getName().equals(System.getProperty("user.name"));
    }
}

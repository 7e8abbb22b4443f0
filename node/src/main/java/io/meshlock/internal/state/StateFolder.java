package io.meshlock.internal.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder with a node's durable state. Without a folder, every start of the node counts as one on a new disk.
 *
 * <p>What is promised in all pools is in one file ({@link LogFile}), so that many pools share a sync. Starts are counted once for all pools, so that a thousand idle pools cost nothing when the node starts.
 */
public final class StateFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
    private static final String FORMAT = "meshlock starts 2";

    /** Without the number of the node. */
    private static final String OLD_FORMAT = "meshlock starts 1";

    /** Not known: the folder is used for the first time, or was written in the old format. */
    private static final int ANY_NODE = -1;

    private static final String LOCK = "lock";
    private static final String POOLS = "pools";

    /** File systems whose files keep their numbers from one mount to the next. */
    private static final Set<String> KEEPING_NUMBERS = Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs");

    /**
     * Starts are counted in random steps: of two copies that no file system tells apart, as after a machine's snapshot
     * was restored, each goes on with other numbers.
     */
    private static final int LONGEST_STEP = 1 << 11;

    private static final FileAttribute<?>[] OWNER_ALONE = {
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
    };
    private static final FileAttribute<?>[] NOTHING_SPECIAL = {};
    private static final SecureRandom RANDOM = new SecureRandom();

    private final @Nullable Path folder;
    private final @Nullable FileChannel lock;
    private final @Nullable StateLog log;
    private final InstantSource clock;
    private volatile Starts starts;

    /**
     * How often a node was started from a folder.
     *
     * @param folder the folder's id, drawn when the folder was made
     * @param count the number of this start, from 0
     * @param node the number of the node
     * @param file what the file system calls the lock's file, if that was written down: another one in a copy
     */
    private record Starts(
            String folder, int count, int node, @Nullable String file) {}

    private StateFolder(
            @Nullable Path folder,
            @Nullable FileChannel lock,
            @Nullable StateLog log,
            InstantSource clock,
            Starts starts) {
        this.folder = folder;
        this.lock = lock;
        this.log = log;
        this.clock = clock;
        this.starts = starts;
    }

    /** No folder: nothing is kept. */
    public static StateFolder none() {
        return new StateFolder(null, null, null, InstantSource.system(), new Starts("", 0, ANY_NODE, null));
    }

    /**
     * Opens a folder, creates it if it does not exist, and counts a start.
     *
     * @param node the number of the node that uses it
     * @throws UncheckedIOException if it cannot be read or written, or belongs to another node
     */
    public static StateFolder open(Path folder, int node) {
        return open(folder, node, InstantSource.system());
    }

    static StateFolder open(Path folder, int node, InstantSource clock) {
        try {
            create(folder);
            FileChannel lock = lock(folder);
            try {
                CheckedFile.syncFolder(folder);
                Starts starts = countStart(folder.resolve("starts"), node, LONGEST_STEP);
                return new StateFolder(folder, lock, promises(folder.resolve(POOLS), starts), clock, starts);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (FileSystemException e) {
            String why = e.getReason() == null ? "it cannot be written" : e.getReason();
            throw new UncheckedIOException("cannot use state folder " + folder + ": " + why, e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use state folder " + folder + ": " + e.getMessage(), e);
        }
    }

    /**
     * A folder that is made here belongs to its owner alone; one that is there keeps its permissions. Folders above it that
     * are made with it are on disk as well, or a power cut would take all of them.
     */
    static void create(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Deque<Path> named = new ArrayDeque<>();
            Path parent = folder.toAbsolutePath().getParent();
            for (Path above = parent; above != null; above = above.getParent()) {
                named.push(above); // it gets a name in it
                if (Files.isDirectory(above)) {
                    break;
                }
            }
            if (parent != null) {
                Files.createDirectories(parent);
            }
            boolean posix =
                    FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
            Files.createDirectories(folder, posix ? OWNER_ALONE : NOTHING_SPECIAL);
            for (Path each : named) {
                sync(each);
            }
        }
        Files.createDirectories(folder.resolve(POOLS));
    }

    /** What was promised in all pools, also in files of the format before. */
    private static StateLog promises(Path pools, Starts starts) throws IOException {
        Path file = pools.resolve("promises");
        LogFile promises = new LogFile(file, starts.folder());
        try {
            if (!promises.read()) {
                LOG.info(
                        "{} ends in a promise that was being written when the machine stopped: nobody heard of it",
                        file);
            }
        } catch (CheckedFile.Damaged e) {
            LOG.error(
                    "{} cannot be read ({}). This node is a new member in all its pools, and its former incarnations"
                            + " count as out of reach until the token holders have replaced them. The file is kept as {}",
                    file,
                    e.getMessage(),
                    setAside(file));
        }
        OldPoolFiles old = new OldPoolFiles(pools, starts.folder());
        Map<String, String> taken = old.newerThan(promises.values());
        if (!taken.isEmpty()) {
            promises.write(taken);
        }
        old.delete();
        return new StateLog(promises);
    }

    /** Makes new names in a folder durable. */
    public static void sync(Path folder) throws IOException {
        CheckedFile.syncFolder(folder);
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock got;
        try {
            got = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            got = null; // used by a node of this process
        }
        if (got == null) {
            channel.close();
            throw new IOException("another node uses it; expected a folder of its own for every node");
        }
        return channel;
    }

    /** Counts a start. It is on disk before the node sends anything. */
    private static Starts countStart(Path file, int node, int longestStep) throws IOException {
        Starts now = next(file, node, longestStep);
        List<String> lines = new ArrayList<>(
                List.of(FORMAT, "folder " + now.folder(), "starts " + now.count(), "node " + now.node()));
        String id = fileId(file.resolveSibling(LOCK));
        if (id != null) {
            lines.add("file " + id);
        }
        CheckedFile.write(file, lines);
        return now;
    }

    private static Starts next(Path file, int node, int longestStep) throws IOException {
        if (!Files.exists(file)) {
            return fresh(node);
        }
        try {
            Starts before = parse(CheckedFile.read(file));
            if (before.node() != ANY_NODE && before.node() != node) {
                throw new IOException("it belongs to node " + before.node() + ", and this is node " + node
                        + "; expected a folder of its own for every node");
            }
            if (isCopy(file, before)) {
                LOG.error(
                        "{} was copied, or restored from a backup: what was promised since is not in it. This node is a"
                                + " new member in all its pools; the pools go on if a majority of the other members is"
                                + " there",
                        file.getParent());
                return fresh(node);
            }
            if (before.count() > PoolPromises.MOST_STARTS - LONGEST_STEP) {
                LOG.warn(
                        "{} has counted {} starts, the maximum: this node is a new member in all its pools",
                        file,
                        before.count());
                return fresh(node);
            }
            return new Starts(before.folder(), before.count() + 1 + RANDOM.nextInt(longestStep), node, null);
        } catch (CheckedFile.Damaged | IndexOutOfBoundsException | NumberFormatException e) {
            LOG.error(
                    "{} cannot be read ({}), so nothing in this folder is valid. This node is a new member in all its"
                            + " pools; the pools go on if a majority of the other members is there",
                    file,
                    e.getMessage());
            setAside(file);
            return fresh(node);
        }
    }

    private static Starts parse(List<String> lines) {
        String folder = lines.get(1).substring("folder ".length());
        int count = Integer.parseInt(lines.get(2).substring("starts ".length()));
        boolean old = lines.get(0).equals(OLD_FORMAT);
        int node = old ? ANY_NODE : Integer.parseInt(lines.get(3).substring("node ".length()));
        return new Starts(folder, count, node, lines.size() > 4 ? lines.get(4).substring("file ".length()) : null);
    }

    /** True if the folder's lock is another file than at the last start: files keep their numbers, copies get others. */
    private static boolean isCopy(Path starts, Starts before) {
        String now = fileId(starts.resolveSibling(LOCK));
        return before.file() != null && now != null && !now.equals(before.file());
    }

    /** The number of a file, on file systems that are known to keep it as long as the file exists; else null. */
    private static @Nullable String fileId(Path file) {
        try {
            if (!KEEPING_NUMBERS.contains(Files.getFileStore(file).type())) {
                return null;
            }
            return String.valueOf(Files.getAttribute(file, "unix:ino"));
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            return null;
        }
    }

    private static Starts fresh(int node) {
        return new Starts(HexFormat.of().toHexDigits(RANDOM.nextLong()), 0, node, null);
    }

    /** Renames a file that cannot be read, so that it can be examined later. */
    static Path setAside(Path file) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".unreadable");
        return Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
    }

    /** True if anything is kept. */
    public boolean isKept() {
        return folder != null;
    }

    /**
     * The durable state of a pool. If this node has taken part in the pool since it was started, and stopped to, this
     * begins another incarnation, as a restart would.
     */
    public PoolPromises pool(String name) {
        PoolPromises kept = load(name);
        return folder == null || !kept.isOfThisStart() ? kept : again(name);
    }

    /** The durable state of a pool that failed at this node: it takes part again in another incarnation. */
    public PoolPromises again(String name) {
        if (folder != null) {
            try {
                starts = countStart(folder.resolve("starts"), starts.node(), 1);
            } catch (IOException e) {
                throw new UncheckedIOException("pool '" + name + "': cannot count a start in " + folder, e);
            }
        }
        return load(name);
    }

    private PoolPromises load(String name) {
        return new PoolPromises(name, log, starts.count(), clock);
    }

    /** Forgets what this node has promised in a pool: it takes part in it as a stranger. */
    public PoolPromises renewed(String name) {
        try {
            erase(name);
        } catch (IOException e) {
            throw new UncheckedIOException("pool '" + name + "': cannot set aside promises in " + folder, e);
        }
        return pool(name);
    }

    /** Deletes what this node has kept of a pool, after it has left the pool for good. */
    public void forget(String name) {
        try {
            erase(name);
        } catch (IOException e) {
            LOG.warn("pool '{}': what was promised stays in {}: {}", name, folder, e.getMessage());
        }
    }

    private void erase(String name) throws IOException {
        String promise = PoolPromises.promiseKey(name);
        String settings = PoolPromises.settingsKey(name);
        if (log != null && (log.get(promise) != null || log.get(settings) != null)) {
            LOG.debug("pool '{}': forgets {}", name, log.get(promise));
            log.put(Map.of(promise, "", settings, ""));
        }
    }

    /** Unlocks the folder, so that another node can use it. */
    @Override
    public void close() {
        if (log != null) {
            try {
                log.close();
            } catch (IOException e) {
                LOG.warn("the file with promises in {} stays open until this process ends: {}", folder, e.toString());
            }
        }
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                LOG.warn("the lock of state folder {} stays until this process ends: {}", folder, e.toString());
            }
        }
    }
}

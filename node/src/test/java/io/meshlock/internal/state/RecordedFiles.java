package io.meshlock.internal.state;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The real files of a folder, and a record of what decides whether their content survives a power cut: writes, syncs and
 * renames, in order. What is written and not synced is gone after one; so is a name whose folder was not synced.
 */
public final class RecordedFiles {

    private final List<String> record = new ArrayList<>();
    private final Provider provider = new Provider();
    private final FileSystem fileSystem = new RecordedFileSystem();

    /** The same path; what is done with it, and with paths made of it, is recorded. */
    public Path of(Path real) {
        return (Path) Proxy.newProxyInstance(
                Path.class.getClassLoader(), new Class<?>[] {Path.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getFileSystem")) {
                        return fileSystem;
                    }
                    if (method.getName().equals("equals")) {
                        return arguments[0] instanceof Path other && real(other).equals(real);
                    }
                    Object[] reals = arguments == null ? new Object[0] : arguments.clone();
                    for (int i = 0; i < reals.length; i++) {
                        reals[i] = reals[i] instanceof Path path ? real(path) : reals[i];
                    }
                    try {
                        Object result = method.invoke(real, reals);
                        return result instanceof Path path ? of(path) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Path real(Path path) {
        return Path.of(path.toString());
    }

    /** What was done so far: {@code write NAME}, {@code sync NAME}, {@code rename NAME to NAME}, {@code cut NAME}. */
    public List<String> record() {
        return List.copyOf(record);
    }

    private void add(String line) {
        if (record.isEmpty() || !record.get(record.size() - 1).equals(line)) {
            record.add(line);
        }
    }

    private final class Channel extends FileChannel {

        private final FileChannel real;
        private final String name;

        Channel(FileChannel real, Path path) {
            this.real = real;
            this.name = String.valueOf(path.getFileName());
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            add("write " + name);
            return real.write(source);
        }

        @Override
        public int write(ByteBuffer source, long position) throws IOException {
            add("write " + name);
            return real.write(source, position);
        }

        @Override
        public void force(boolean metaData) throws IOException {
            add("sync " + name);
            real.force(metaData);
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            if (size < real.size()) {
                add("cut " + name);
            }
            real.truncate(size);
            return this;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return real.read(target);
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return real.read(target, position);
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public long position() throws IOException {
            return real.position();
        }

        @Override
        public FileChannel position(long position) throws IOException {
            real.position(position);
            return this;
        }

        @Override
        protected void implCloseChannel() throws IOException {
            real.close();
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Provider extends FileSystemProvider {

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            return new Channel(FileChannel.open(real(path), options, attributes), path);
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) throws IOException {
            add("rename " + source.getFileName() + " to " + target.getFileName());
            Files.move(real(source), real(target), options);
        }

        @Override
        public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
            Files.createDirectory(real(folder), attributes);
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            real(path).getFileSystem().provider().checkAccess(real(path), modes);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            return Files.readAttributes(real(path), type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            return Files.readAttributes(real(path), attributes, options);
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            return Files.newByteChannel(real(path), options, attributes);
        }

        @Override
        public void delete(Path path) throws IOException {
            Files.delete(real(path));
        }

        @Override
        public boolean isSameFile(Path one, Path other) throws IOException {
            return Files.isSameFile(real(one), real(other));
        }

        @Override
        public boolean isHidden(Path path) {
            return false;
        }

        @Override
        public String getScheme() {
            return "recorded";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            return fileSystem;
        }

        @Override
        public Path getPath(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void copy(Path source, Path target, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileStore getFileStore(Path path) throws IOException {
            return Files.getFileStore(real(path));
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            return Files.getFileAttributeView(real(path), type, options);
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
            Files.setAttribute(real(path), attribute, value, options);
        }
    }

    private final class RecordedFileSystem extends FileSystem {

        @Override
        public FileSystemProvider provider() {
            return provider;
        }

        @Override
        public void close() {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return "/";
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return List.of();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return List.of();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return Set.of("basic");
        }

        @Override
        public Path getPath(String first, String... more) {
            return of(Path.of(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}

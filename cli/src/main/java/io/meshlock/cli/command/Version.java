package io.meshlock.cli.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as its jar says. */
public final class Version implements IVersionProvider {

    public static String current() {
        @Nullable String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"meshlock " + current()};
    }
}

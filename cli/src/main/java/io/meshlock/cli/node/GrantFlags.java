package io.meshlock.cli.node;

import io.meshlock.cli.command.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which grant a command is about; without flags, the one that {@code meshlock acquire} left in the environment. */
final class GrantFlags {

    @Parameters(
            arity = "0..1",
            paramLabel = "GRANT",
            defaultValue = "${env:MESHLOCK_GRANT}",
            description = "The grant's id; default $$MESHLOCK_GRANT.")
    private @Nullable String grant;

    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            defaultValue = "${env:MESHLOCK_SECRET}",
            description = "What came with it; default $$MESHLOCK_SECRET.")
    private @Nullable String secret;

    String path() {
        if (grant == null || grant.isBlank()) {
            throw new UsageException(
                    "GRANT: missing; expected the id of a grant, or what 'eval \"$(./meshlock acquire …)\"'"
                            + " puts into the environment");
        }
        if (!grant.matches("[0-9a-f]{8,64}")) {
            throw new UsageException(
                    "GRANT: '" + grant + "' is no id; expected the one that 'acquire' or 'status' printed");
        }
        return "/api/v1/requests/" + grant;
    }

    String secret() {
        if (secret == null || secret.isBlank()) {
            throw new UsageException("--secret: missing; expected the secret that came with the grant");
        }
        return secret;
    }
}

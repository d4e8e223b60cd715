package dev.headroom.app.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** Version from the jar's manifest, the commit it was built from, and the Java version. */
public final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "headroom " + build(),
      "Java "
          + Runtime.version()
          + " on "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
    };
  }

  /** Version and commit: {@code 0.1.0 (commit 4711abcd)}. */
  public static String build() {
    return number() + " (" + commit() + ")";
  }

  /** As the jar says. */
  public static String number() {
    String version = VersionProvider.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /** Commit of the build, and whether sources differed from it. */
  private static String commit() {
    String id = "";
    try (InputStream in = VersionProvider.class.getResourceAsStream("commit.txt")) {
      id = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      // Without the file the version is still good to know.
    }
    return id.isEmpty()
        ? "commit unknown"
        : "commit " + id.replaceFirst("-dirty$", ", with changes");
  }
}

package dev.headroom.app.process;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Version from the jar's manifest, the commit it was built from, and the Java version. */
public final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "headroom " + number() + " (" + commit() + ")",
      "Java "
          + Runtime.version()
          + " on "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
    };
  }

  /** As the jar says. */
  public static String number() {
    String version = VersionProvider.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /** Commit of the build, and whether sources differed from it. */
  private static String commit() {
    Properties properties = new Properties();
    try (InputStream in = VersionProvider.class.getResourceAsStream("commit.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      return "commit unknown: " + e.getMessage();
    }
    String id = properties.getProperty("git.commit.id.abbrev", "");
    if (id.isEmpty()) {
      return "commit unknown";
    }
    boolean changed = properties.getProperty("git.dirty", "false").equals("true");
    return "commit " + id + (changed ? ", with changes" : "");
  }
}

package dev.headroom.app.process;

import picocli.CommandLine.IVersionProvider;

/** Version from the jar's manifest, and the Java version, for bug reports. */
public final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "headroom " + number(),
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
}

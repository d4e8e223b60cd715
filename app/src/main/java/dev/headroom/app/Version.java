package dev.headroom.app;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest, and the Java it runs on, for bug reports. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Headroom.class.getPackage().getImplementationVersion();
    return new String[] {
      "headroom " + (version == null ? "(not packaged)" : version),
      "Java "
          + Runtime.version()
          + " on "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
    };
  }
}

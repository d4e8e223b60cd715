package dev.headroom.collect.input;

import dev.headroom.formats.source.MachineSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** Source with its name, and the means to open its bytes. */
record OpenedSource(SourceNaming naming, String origin, OptionalLong size, Opening opening)
    implements MachineSource {
  @FunctionalInterface
  interface Opening {
    InputStream open() throws IOException;
  }

  @Override
  public String host() {
    return naming.host();
  }

  @Override
  public int sample() {
    return naming.sample();
  }

  @Override
  public String path() {
    return naming.path();
  }

  @Override
  public InputStream open() throws IOException {
    return opening.open();
  }
}

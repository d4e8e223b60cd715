package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code /proc/cmdline}, {@code /proc/version} and {@code uname -a}: kernel version and
 * command line.
 */
public final class KernelVersionReader extends FormatReader {
  private static final Pattern COMMAND_LINE =
      Pattern.compile("\\s*(?:BOOT_IMAGE=\\S+ |Kernel command line: |initrd=\\S+ )(.*)");
  private static final Pattern PARAMETER = Pattern.compile("([\\w.-]+)(?:=(\\S*))?");
  private static final Pattern VERSION = Pattern.compile("Linux version (\\S+) (.*)");
  private static final Pattern RELEASE = Pattern.compile("\\d+\\.\\d+[\\w.+-]*");
  private static final String GPU_DRIVER = "NVRM version: ";

  /** Also as nvidia-bug-report.sh writes it at the top. */
  private static final Pattern UNAME = Pattern.compile("(?:uname: )?Linux (\\S+) (\\d\\S+) (#.*)");

  public KernelVersionReader() {
    super(
        FormatKind.of(
            "host",
            "the kernel, its command line, the host's name, the GPU driver",
            "/proc/cmdline, uname -a, /proc/driver/nvidia/version"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return ((text.contains("=") || text.contains("Kernel command line: "))
            && COMMAND_LINE.matcher(text).matches())
        || (document.isFirst(at) && document.source().name().endsWith("proc/cmdline"))
        || text.startsWith(GPU_DRIVER)
        || (document.text(at - 1).endsWith("uname -r") && RELEASE.matcher(text).matches())
        || ((text.startsWith("Linux ") || text.startsWith("uname: Linux "))
            && (VERSION.matcher(text).matches() || UNAME.matcher(text).matches()));
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return at + 1;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    TextLine line = block.first();
    Matcher version = VERSION.matcher(line.text());
    Matcher uname = UNAME.matcher(line.text());
    if (version.matches()) {
      sink.add(line, Subject.host(), "kernel", version.group(1));
      sink.add(line, Subject.host(), "kernel.build", version.group(2));
    } else if (uname.matches()) {
      sink.add(line, Subject.host(), "hostname", uname.group(1));
      sink.add(line, Subject.host(), "kernel", uname.group(2));
      sink.add(line, Subject.host(), "kernel.build", uname.group(3));
    } else if (line.text().startsWith(GPU_DRIVER)) {
      sink.add(line, Subject.host(), "nvidia.version", line.text());
    } else if (RELEASE.matcher(line.text()).matches()) {
      sink.add(line, Subject.host(), "kernel", line.text());
    } else {
      sink.add(line, Subject.host(), "cmdline", line.text());
      Matcher parameter = PARAMETER.matcher(line.text());
      while (parameter.find()) {
        sink.add(
            line,
            Subject.host(),
            "cmdline." + parameter.group(1),
            parameter.group(2) == null ? "yes" : parameter.group(2));
      }
    }
  }
}

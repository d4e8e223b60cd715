package dev.headroom.formats.kubernetes;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the logs of Kubernetes device plugins that provide RDMA devices to pods. */
public final class DevicePluginLogReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d) ((?:error creating new device|Warning: no (?:Rdma Devices|devices in device pool)|DiscoverHostDevices\\(\\)|Starting K8s RDMA|exposing \\\"\\d+\\\" devices|loaded config).*)");

  public DevicePluginLogReader() {
    super(
        FormatKind.of(
            "device-plugin-log",
            "log of the plugin that allocates RDMA devices to pods",
            "kubectl logs of k8s-rdma-shared-dev-plugin"),
        List.of(
            "error creating new device",
            "Warning: no ",
            "DiscoverHostDevices()",
            "Starting K8s RDMA",
            "exposing ",
            "loaded config"),
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject event = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
    sink.add(line, event, "time", said.group(1));
    sink.add(line, event, "device-plugin", said.group(2));
  }
}

package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of what {@code nvidia-smi}, {@code amd-smi} and {@code rocm-smi} print in place of their
 * output when they reach no driver or no GPU.
 */
public final class GpuToolFailureReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(?:ERROR:root:)?((?:Failed to initialize NVML: |NVML library version: "
              + "|NVIDIA-SMI has failed because |Unable to determine the device handle for [Gg][Pp][Uu]"
              + "|No devices were found|[Dd]river not initialized \\(amdgpu).*?)\\s*");

  public GpuToolFailureReader() {
    super(
        FormatKind.of(
            "gpu-tool-failure",
            "nvidia-smi or amd-smi without a driver or a GPU",
            "nvidia-smi, amd-smi"),
        List.of("NVML", "NVIDIA-SMI has", "device handle", "No devices were", "river not init"),
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject event = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
    sink.add(line, event, "gpu-tool", said.group(1));
  }
}

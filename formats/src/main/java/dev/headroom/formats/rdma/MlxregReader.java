package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code mlxreg -d DEVICE --reg_name NAME --get}: fields of a register of the firmware,
 * such as those of {@code ROCE_ACCL}, which hold until the NIC is reset (NVIDIA, Adaptive
 * Retransmission: Parameters Control).
 */
public final class MlxregReader extends FormatReader {
  private static final Pattern HEADER = Pattern.compile("\\s*Field Name\\s*\\|\\s*Data\\s*");
  private static final Pattern FIELD =
      Pattern.compile("\\s*([A-Za-z]\\w*(?:\\[\\d+\\])?)\\s*\\|\\s*(0x[0-9a-fA-F]{1,16})\\s*");

  /** No other register has a field of such a name. */
  private static final Pattern ACCELERATION =
      Pattern.compile("\\s*(?:roce_|adaptive_routing_forced|selective_repeat_forced)\\w*\\s*\\|.*");

  public MlxregReader() {
    super(
        FormatKind.of(
            "mlxreg",
            "registers of a ConnectX's firmware, such as its RoCE accelerations",
            "mlxreg -d DEVICE --reg_name ROCE_ACCL --get",
            IgnoredLine.of("\\s*Field Name\\s*\\|\\s*Data\\s*", "heading"),
            IgnoredLine.of("\\s*={4,}\\s*", "ruler"),
            IgnoredLine.of("\\s*Sending access register\\.*\\s*", "progress")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Field Name", "roce_", "_forced");
  }

  /** With its heading, or rows of accelerations that somebody picked out. */
  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return HEADER.matcher(text).matches()
        || (ACCELERATION.matcher(text).matches() && FIELD.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return FIELD.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String command = block.command();
    Subject subject =
        NvidiaToolDevice.device(CommandArguments.after(command, "-d"), Optional.empty());
    String register =
        CommandArguments.after(command, "--reg_name")
            .orElseGet(() -> isOfAccelerations(block) ? "ROCE_ACCL" : "register");
    for (TextLine line : block) {
      Matcher field = FIELD.matcher(line.text());
      if (field.matches()) {
        String value =
            Long.toUnsignedString(Long.parseUnsignedLong(field.group(2).substring(2), 16));
        sink.add(line, subject, "mlxreg." + register + "." + field.group(1), value);
      }
    }
  }

  private static boolean isOfAccelerations(LineBlock block) {
    for (TextLine line : block) {
      if (ACCELERATION.matcher(line.text()).matches()) {
        return true;
      }
    }
    return false;
  }
}

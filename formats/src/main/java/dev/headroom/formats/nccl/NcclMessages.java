package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of the NCCL 2.4 to 2.28 and RCCL log messages that rules need. */
final class NcclMessages {
  private static final Pattern CHANNEL =
      Pattern.compile(
          "(?:Channel|Ring) (\\d+)(?:/(\\d+))? : (\\d+)\\[([\\da-fx]+)\\] -> (\\d+)\\[([\\da-fx]+)\\](?: \\[(send|receive)\\])? via (NET/AWS Libfabric\\S*|[A-Za-z0-9]\\S*)(.*)");
  private static final Pattern ENVIRONMENT =
      Pattern.compile("((?:NCCL|RCCL|HSA|OFI|FI)_\\w+) set (?:by environment )?to (.*?)\\.?");
  private static final Pattern NETWORK = Pattern.compile("Using network (.+)");
  private static final Pattern USING =
      Pattern.compile("NET/(IB|Socket|OFI|IBext\\w*)\\s*: Using (.+)");

  /** NCCL 2.4 to 2.7 number the interfaces: {@code Bootstrap : Using [0]eth0:10.0.0.1<0>}. */
  private static final Pattern BOOTSTRAP =
      Pattern.compile("Bootstrap ?: Using (?:\\[\\d+\\])?(\\S+:\\S+<\\d+>).*");

  private static final Pattern OUT_OF_BAND = Pattern.compile(".*; OOB (\\S+:\\S+<\\d+>).*");
  private static final Pattern DIRECT =
      Pattern.compile(
          "(?:NET/\\w+\\s*: )?GPU Direct RDMA(?: \\((DMABUF|nvidia-peermem)\\))? (Enabled|Disabled|enabled|disabled) for (GPU \\w+ / )?HCA (\\w+)(.*)");
  private static final Pattern DISTANCE =
      Pattern.compile(".*\\(distance (\\d+) ([<>]=?) (\\d+)\\).*");
  private static final Pattern RANK =
      Pattern.compile(".*\\brank (\\d+) n[rR]anks (\\d+)\\b.*?(?:busId (\\w+))?.*");

  private NcclMessages() {}

  static void read(TextLine line, Subject rank, String host, String words, FactSink sink) {
    Matcher channel = CHANNEL.matcher(words);
    if (channel.matches()) {
      channel(line, rank, host, channel, sink);
      return;
    }
    Matcher environment = ENVIRONMENT.matcher(words);
    Matcher network = NETWORK.matcher(words);
    Matcher using = USING.matcher(words);
    Matcher bootstrap = BOOTSTRAP.matcher(words);
    Matcher direct = DIRECT.matcher(words);
    Matcher number = RANK.matcher(words);
    if (environment.matches()) {
      sink.add(line, rank, "env." + environment.group(1), environment.group(2));
      sink.add(
          line, new Subject(SubjectKind.ENV, environment.group(1)), "value", environment.group(2));
    } else if (network.matches()) {
      sink.add(line, rank, NcclKeys.NETWORK, network.group(1));
    } else if (using.matches()) {
      sink.add(
          line,
          rank,
          "nccl."
              + (using.group(1).startsWith("IB") ? "ib" : using.group(1).toLowerCase(Locale.ROOT))
              + ".using",
          using.group(2));
      Matcher outOfBand = OUT_OF_BAND.matcher(using.group(2));
      if (outOfBand.matches()) {
        sink.add(line, rank, NcclKeys.OUT_OF_BAND, outOfBand.group(1));
      }
    } else if (bootstrap.matches()) {
      sink.add(line, rank, NcclKeys.BOOTSTRAP, bootstrap.group(1));
    } else if (direct.matches()) {
      direct(line, rank, direct, sink);
    } else if (number.matches()) {
      sink.add(line, rank, NcclKeys.RANK, number.group(1));
      sink.add(line, rank, NcclKeys.RANKS, number.group(2));
    } else if (words.startsWith("NUMA auto balancing enabled")) {
      // RCCL has read 1 from /proc/sys (ROCm/rccl, src/init.cc).
      sink.add(line, new Subject(SubjectKind.SYSCTL, "kernel.numa_balancing"), "value", "1");
    } else if (words.startsWith("cudaDriverVersion ")) {
      sink.add(line, rank, "cuda.driver", words.substring("cudaDriverVersion ".length()));
    }
  }

  private static void channel(
      TextLine line, Subject rank, String host, Matcher channel, FactSink sink) {
    String direction = channel.group(7) == null ? "" : channel.group(7);
    String via = channel.group(8);
    String name =
        "%s %s/%s %s->%s%s"
            .formatted(
                rank.name(),
                channel.group(1),
                channel.group(2) == null ? "0" : channel.group(2),
                channel.group(3),
                channel.group(5),
                direction.isEmpty() ? "" : " " + direction);
    Subject subject = new Subject(SubjectKind.CHANNEL, name);
    sink.add(line, subject, NcclKeys.TRANSPORT, via);
    sink.add(line, subject, NcclKeys.HOST, host);
    sink.add(line, subject, NcclKeys.CHANNEL, channel.group(1));
    sink.add(line, subject, NcclKeys.FROM, channel.group(3));
    sink.add(line, subject, NcclKeys.TO, channel.group(5));
    sink.add(line, subject, NcclKeys.DIRECTION, direction);
    if (via.startsWith("NET/")) {
      sink.add(line, subject, NcclKeys.GDRDMA, via.contains("/GDRDMA") ? "on" : "off");
    }
  }

  private static void direct(TextLine line, Subject rank, Matcher direct, FactSink sink) {
    boolean on = direct.group(2).toLowerCase(Locale.ROOT).equals("enabled");
    String of =
        (direct.group(3) == null ? "" : direct.group(3).strip() + " ") + "HCA " + direct.group(4);
    sink.add(line, rank, "gdr." + of, on ? "on" : "off");
    if (direct.group(1) != null) {
      sink.add(line, rank, "gdr.by", direct.group(1));
    }
    Matcher distance = DISTANCE.matcher(direct.group(5));
    if (distance.matches()) {
      sink.add(line, rank, "gdr.distance." + of, distance.group(1));
      sink.add(line, rank, "gdr.allowed." + of, distance.group(3));
    }
  }
}

package dev.headroom.formats.sysfs;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a bundle's own files: creation time, creator, missing data, and the symbolic links of
 * sysfs, which show how devices are connected.
 */
public final class BundleReader extends FormatReader {
  private static final String ADDRESS = "([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])";
  private static final Pattern FILE = Pattern.compile("(?:.*/)?headroom/(manifest|links|samples)");
  private static final Pattern LINK = Pattern.compile("(/sys/\\S+) -> (\\S+)");
  private static final Pattern UNDER = Pattern.compile(".*/" + ADDRESS + "/" + ADDRESS);
  private static final Pattern LAST_PCI = Pattern.compile(".*/" + ADDRESS + "(?:/.*)?");

  public BundleReader() {
    super(
        FormatKind.of(
            "bundle", "a bundle's description of itself, and sysfs links", "headroom collect"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String name = document.source().name();
    return (name.contains("headroom/") && FILE.matcher(name).matches())
        || (document.text(at).startsWith("/sys/") && LINK.matcher(document.text(at)).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return FILE.matcher(document.source().name()).matches() ? document.size() : at + 1;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher link = LINK.matcher(line.text());
      String[] words = line.text().split("\t");
      if (link.matches()) {
        link(line, link.group(1), link.group(2), sink);
      } else if (words.length > 3 && words[0].matches("\\d{1,2}")) {
        String sample = "sample." + words[0];
        sink.add(line, Subject.host(), sample + ".epoch.s", words[1]);
        sink.add(line, Subject.host(), sample + ".uptime.s", words[2]);
        sink.add(line, Subject.host(), sample + ".boot", words[3]);
      } else if (words.length > 1) {
        Subject about = new Subject(SubjectKind.ITEM, "bundle");
        sink.add(line, about, words[0], line.text().substring(words[0].length() + 1));
        if ("host".equals(words[0])) {
          sink.add(line, Subject.host(), "bundle.host", words[1]);
        } else if ("absent".equals(words[0])) {
          sink.add(line, Subject.host(), "absent." + words[1], "yes");
        }
      }
    }
  }

  private static void link(TextLine line, String from, String to, FactSink sink) {
    sink.add(line, new Subject(SubjectKind.ITEM, from), "link", to);
    String[] path = from.split("/");
    String leaf = path[path.length - 1];
    String target = to.substring(to.lastIndexOf('/') + 1);
    Matcher under = UNDER.matcher(to);
    Matcher pci = LAST_PCI.matcher(to);
    if (from.startsWith("/sys/bus/pci/devices/") && path.length == 6 && under.matches()) {
      sink.add(line, Subject.pci(under.group(2)), PciKeys.PARENT, under.group(1));
    } else if (from.startsWith("/sys/bus/pci/devices/") && path.length == 7) {
      Subject device = Subject.pci(path[5]);
      switch (leaf) {
        case "driver" -> sink.add(line, device, PciKeys.DRIVER, target);
        case "iommu_group" -> sink.add(line, device, PciKeys.IOMMU_GROUP, target);
        case "physfn" -> sink.add(line, device, "physical-function", target);
        default -> {}
      }
    } else if (from.startsWith("/sys/class/infiniband/") && pci.matches()) {
      sink.add(line, Subject.rdma(path[4]), RdmaKeys.PCI, pci.group(1));
    } else if (from.startsWith("/sys/class/net/") && "master".equals(leaf)) {
      sink.add(line, Subject.netdev(path[4]), "master", target);
    } else if (from.startsWith("/sys/class/net/") && pci.matches()) {
      sink.add(line, Subject.netdev(path[4]), "pci", pci.group(1));
    }
  }
}

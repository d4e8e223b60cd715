package dev.headroom.formats.sysfs;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a bundle's own files: creation time, creator, missing data, and the symbolic links of
 * sysfs, which show how devices are connected.
 */
public final class BundleReader extends Reader {
  private static final String ADDRESS = "([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])";
  private static final Pattern FILE = Pattern.compile("(?:.*/)?headroom/(manifest|links|samples)");
  private static final Pattern LINK = Pattern.compile("(/sys/\\S+) -> (\\S+)");
  private static final Pattern UNDER = Pattern.compile(".*/" + ADDRESS + "/" + ADDRESS);
  private static final Pattern LAST_PCI = Pattern.compile(".*/" + ADDRESS + "(?:/.*)?");

  public BundleReader() {
    super(
        Kind.of(
            "bundle", "what a bundle says of itself, and the links of sysfs", "headroom collect"));
  }

  @Override
  protected boolean starts(Document document, int at) {
    String name = document.source().name();
    return (name.contains("headroom/") && FILE.matcher(name).matches())
        || (document.text(at).startsWith("/sys/") && LINK.matcher(document.text(at)).matches());
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    return FILE.matcher(document.source().name()).matches() ? document.size() : at + 1;
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher link = LINK.matcher(line.text());
      String[] words = line.text().split("\t");
      if (link.matches()) {
        link(line, link.group(1), link.group(2), sink);
      } else if (words.length > 3 && words[0].matches("\\d{1,2}")) {
        String sample = "sample." + words[0];
        sink.say(line, Subject.host(), sample + ".epoch.s", words[1]);
        sink.say(line, Subject.host(), sample + ".uptime.s", words[2]);
        sink.say(line, Subject.host(), sample + ".boot", words[3]);
      } else if (words.length > 1) {
        Subject about = new Subject(Thing.ITEM, "bundle");
        sink.say(line, about, words[0], line.text().substring(words[0].length() + 1));
        if ("host".equals(words[0])) {
          sink.say(line, Subject.host(), "bundle.host", words[1]);
        } else if ("absent".equals(words[0])) {
          sink.say(line, Subject.host(), "absent." + words[1], "yes");
        }
      }
    }
  }

  private static void link(Line line, String from, String to, FactSink sink) {
    sink.say(line, new Subject(Thing.ITEM, from), "link", to);
    String[] path = from.split("/");
    String leaf = path[path.length - 1];
    String target = to.substring(to.lastIndexOf('/') + 1);
    Matcher under = UNDER.matcher(to);
    Matcher pci = LAST_PCI.matcher(to);
    if (from.startsWith("/sys/bus/pci/devices/") && path.length == 6 && under.matches()) {
      sink.say(line, Subject.pci(under.group(2)), PciKeys.PARENT, under.group(1));
    } else if (from.startsWith("/sys/bus/pci/devices/") && path.length == 7) {
      Subject device = Subject.pci(path[5]);
      switch (leaf) {
        case "driver" -> sink.say(line, device, PciKeys.DRIVER, target);
        case "iommu_group" -> sink.say(line, device, PciKeys.IOMMU_GROUP, target);
        case "physfn" -> sink.say(line, device, "physical-function", target);
        default -> {}
      }
    } else if (from.startsWith("/sys/class/infiniband/") && pci.matches()) {
      sink.say(line, Subject.rdma(path[4]), RdmaKeys.PCI, pci.group(1));
    } else if (from.startsWith("/sys/class/net/") && "master".equals(leaf)) {
      sink.say(line, Subject.netdev(path[4]), "master", target);
    } else if (from.startsWith("/sys/class/net/") && pci.matches()) {
      sink.say(line, Subject.netdev(path[4]), "pci", pci.group(1));
    }
  }
}

package dev.headroom.app.show;

import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import dev.headroom.model.wear.LinkWear;
import dev.headroom.model.wear.ReedSolomon;
import dev.headroom.model.wear.WearKnobs;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Output of {@code ethtool -m} and {@code mlxlink -m -c} about modules and the PHYs behind them,
 * for the quantities that {@code fabric.wear} models. A NIC whose link it says nothing of has no
 * module that answers.
 */
final class OpticalModule {
  /** Light of a module as made, in mW: 0 dBm. */
  private static final double MADE_MW = 1;

  private OpticalModule() {}

  static String ethtool(Server server, List<Optional<LinkWear>> modules) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < modules.size(); i++) {
      if (modules.size() > 1) {
        out.append("# ethtool -m ").append(server.nics().get(i).netdev()).append('\n');
      }
      Optional<LinkWear> module = modules.get(i);
      if (module.isEmpty()) {
        out.append("netlink error: No such device or address\n");
        continue;
      }
      out.append(ethtool(module.get()));
    }
    return out.toString();
  }

  /** Of one module. */
  static String ethtool(LinkWear module) {
    StringBuilder out = new StringBuilder();
    double celsius = module.temperature().lastC();
    double alarm = module.link().settings().get(WearKnobs.DROP_AT);
    double warning = module.link().settings().get(WearKnobs.DERATE_AT);
    double received = MADE_MW * Math.pow(10, -module.link().settings().get(WearKnobs.LOST) / 10);
    line(out, "Identifier", "0x19 (OSFP 8X Pluggable Transceiver)");
    line(out, "Module temperature", degrees(celsius));
    line(out, "Rcvr signal avg optical power(Channel 1)", power(received));
    line(out, "Module temperature high alarm", celsius >= alarm ? "On" : "Off");
    line(out, "Module temperature high warning", celsius >= warning ? "On" : "Off");
    line(out, "Module temperature high alarm threshold", degrees(alarm));
    line(out, "Module temperature high warning threshold", degrees(warning));
    return out.toString();
  }

  static String mlxlink(Server server, List<Optional<LinkWear>> modules) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < modules.size(); i++) {
      Nic nic = server.nics().get(i);
      Optional<LinkWear> module = modules.get(i);
      boolean up = module.map(wear -> wear.uptime().up()).orElse(nic.up());
      if (modules.size() > 1) {
        out.append("# mlxlink -d ").append(nic.device()).append(" -m -c\n");
      }
      title(out, "Operational Info");
      field(out, "State", up ? "Active" : "Polling");
      field(out, "Physical state", up ? "LinkUp" : "Polling");
      field(out, "FEC", "Standard_RS-FEC - (544,514)");
      module.ifPresent(wear -> wear(out, wear));
    }
    return out.toString();
  }

  private static void wear(StringBuilder out, LinkWear wear) {
    ReedSolomon code = ReedSolomon.KP4;
    out.append('\n');
    title(out, "Physical Counters and BER Info");
    field(
        out,
        "Effective Physical Errors",
        String.valueOf(Math.round(wear.correction().uncorrected())));
    field(out, "Effective Physical BER", ratio(code.residual(wear.bitErrors().last())));
    field(out, "Raw Physical BER", ratio(wear.bitErrors().last()));
    field(out, "Link Down Counter", String.valueOf(wear.uptime().flaps()));
    out.append('\n');
    title(out, "Module Info");
    field(out, "Identifier", "OSFP");
    field(
        out,
        "Temperature [C]",
        String.format(
            Locale.ROOT,
            "%.0f [-10..%.0f]",
            wear.temperature().lastC(),
            wear.link().settings().get(WearKnobs.DROP_AT)));
    field(
        out,
        "Rx Power Current [dBm]",
        String.format(Locale.ROOT, "%.3f [-9.1..6]", -wear.link().settings().get(WearKnobs.LOST)));
  }

  private static void line(StringBuilder out, String name, String value) {
    out.append(String.format(Locale.ROOT, "\t%-41s : %s\n", name, value));
  }

  private static void title(StringBuilder out, String title) {
    out.append(title).append('\n').repeat('-', title.length()).append('\n');
  }

  private static void field(StringBuilder out, String name, String value) {
    out.append(String.format(Locale.ROOT, "%-34s : %s\n", name, value));
  }

  private static String degrees(double celsius) {
    return String.format(
        Locale.ROOT, "%.2f degrees C / %.2f degrees F", celsius, celsius * 1.8 + 32);
  }

  private static String power(double milliwatts) {
    return String.format(
        Locale.ROOT, "%.4f mW / %.2f dBm", milliwatts, 10 * Math.log10(milliwatts));
  }

  /** {@code 7E-9}, and {@code 15E-255} where there is none: a coefficient and a magnitude. */
  private static String ratio(double value) {
    if (value < 1e-250) {
      return "15E-255";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(1));
    return rounded.unscaledValue() + "E-" + rounded.scale();
  }
}

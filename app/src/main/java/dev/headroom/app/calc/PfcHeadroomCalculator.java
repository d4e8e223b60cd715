package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.fabric.BroadcomProfile;
import dev.headroom.model.fabric.BroadcomProfile.Chip;
import dev.headroom.model.fabric.SonicProfile;
import dev.headroom.model.fabric.SonicProfile.Port;
import dev.headroom.model.fabric.SwitchAsic;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Calculator {@code headroom calc pfc-headroom}: the lossless buffer profile of a port, as SONiC
 * has it.
 */
@Command(
    name = "pfc-headroom",
    description = "Buffer for a lossless class after XOFF, computed as in SONiC.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc pfc-headroom --rate 400Gbps --cable 40m --asic spectrum3",
      "  headroom calc pfc-headroom --rate 800Gbps --cable 300m --asic spectrum4 \\",
      "      --lanes 8",
      "  headroom calc pfc-headroom --rate 800Gbps --cable 40m --asic tomahawk5",
      "  headroom calc pfc-headroom --rate 100Gbps --cable 5m --asic spectrum2 \\",
      "      --small-packets 50%%"
    })
final class PfcHeadroomCalculator extends Calculator {
  @Option(
      names = "--rate",
      required = true,
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of the port, such as 400Gbps.")
  private Rate rate = new Rate(0);

  @Option(
      names = "--cable",
      required = true,
      converter = QuantityConverter.OfLength.class,
      paramLabel = "LENGTH",
      description = "Length of the cable, such as 40m.")
  private Length cable = new Length(0);

  @Option(
      names = "--mtu",
      defaultValue = "9100",
      paramLabel = "BYTES",
      description = "MTU of the port. Default: 9100.")
  private int mtu;

  @Option(
      names = "--lossless-mtu",
      defaultValue = "1024",
      paramLabel = "BYTES",
      description = "Largest lossless packet. Default: 1024, as in SONiC.")
  private int losslessMtu;

  @Option(
      names = "--asic",
      required = true,
      converter = QuantityConverter.OfAsic.class,
      paramLabel = "ASIC",
      description = "spectrum1 to spectrum6, by formula; tomahawk3 to tomahawk5, by SONiC's table.")
  private PfcHeadroomAsic asic = PfcHeadroomAsic.SPECTRUM1;

  @Option(
      names = "--small-packets",
      defaultValue = "100%",
      converter = QuantityConverter.OfShare.class,
      paramLabel = "SHARE",
      description = "Share of 64 B packets. Default: 100%%, the worst case.")
  private double smallPackets;

  @Option(
      names = "--lanes",
      defaultValue = "4",
      paramLabel = "N",
      description = "Number of lanes of the port; 8 need more headroom. Default: 4.")
  private int lanes;

  @Option(
      names = "--gearbox-delay",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Gearbox delay from SONiC's peripheral table, 9.765 for the SN3800. Default: 0.")
  private double gearboxDelay;

  @Option(names = "--shared-headroom", description = "XOFF comes from a shared headroom pool.")
  private boolean sharedHeadroom;

  @Override
  Calculation calculate() {
    return asic.tableChip()
        .map(this::listed)
        .orElseGet(() -> workedOut(asic.formulaAsic().orElseThrow()));
  }

  /** What the maker of a switch has put into SONiC. */
  private Calculation listed(Chip chip) {
    BroadcomProfile profile = BroadcomProfile.of(chip, rate, cable);
    return Calculation.of(name(), "PFC headroom at %s over %s, %s".formatted(rate, cable, asic))
        .input("rate", "rate", rate)
        .input("cable", "cable", cable)
        .input("asic", "ASIC", asic)
        .input("cellBytes", "its cells, B", chip.cellBytes())
        .formula("SONiC's table by rate and cable; the shortest listed cable that is long enough")
        .result("listedMetres", "listed cable", profile.cable(), profile.cable() + " m")
        .bytes("xoffBytes", "xoff", profile.xoffBytes())
        .bytes("xonBytes", "xon", profile.xonBytes())
        .bytes("xonOffsetBytes", "xon offset", profile.xonOffsetBytes())
        .bytes("sizeBytes", "size", profile.sizeBytes())
        .note(
            "Broadcom publishes no formula: MTU, lanes and the share of small packets have no "
                + "effect.")
        .source("sonic-net/sonic-buildimage, " + chip.source());
  }

  private Calculation workedOut(SwitchAsic chip) {
    Port port =
        new Port(
            chip,
            rate,
            cable,
            mtu,
            losslessMtu,
            smallPackets,
            gearboxDelay,
            lanes == 8,
            sharedHeadroom);
    SonicProfile profile = SonicProfile.of(port);
    Calculation calculation =
        Calculation.of(name(), "PFC headroom at %s over %s, %s".formatted(rate, cable, asic))
            .input("rate", "rate", rate)
            .input("cable", "cable", cable)
            .input("mtu", "MTU of the port, B", mtu)
            .input("losslessMtu", "MTU of lossless packets m, B", losslessMtu)
            .input("asic", "ASIC", asic)
            .input("cellBytes", "its cells c, B", chip.cellBytes())
            .input("smallPackets", "share of small packets s", smallPackets)
            .input("lanes", "lanes", lanes)
            .input("gearboxDelay", "gearbox delay", gearboxDelay)
            .formula(
                "xoff = m + (mtu + cable + 2 gearbox + MAC/PHY + response + tile) x "
                    + "occupancy, rounded up to whole KiB")
            .formula("cable = 2 x length x rate / 1.98e8 m/s / 8; MAC/PHY = 0.8 KiB")
            .formula(
                "response = pause quanta of the rate x 64 B; tile = 15 B per Gb/s (Spectrum-4, -5)")
            .formula("occupancy = 1 - b + b x w; b = 64 / (64 s + m (1 - s))")
            .formula("w = ceil(2c/(1+c)) with cells up to 128 B, otherwise ceil(c/64)")
            .formula("size = xoff + xon; with 8 lanes xon twice, plus the MTU")
            .result("cableBytes", "on the cable", profile.cableBytes(), size(profile.cableBytes()))
            .result(
                "responseBytes", "response", profile.responseBytes(), size(profile.responseBytes()))
            .result("tileBytes", "tile", profile.tileBytes(), size(profile.tileBytes()))
            .result(
                "occupancy",
                "occupancy",
                profile.occupancy(),
                NumberText.ratio(profile.occupancy()))
            .bytes("xoffBytes", "xoff", profile.xoffBytes())
            .bytes("xonBytes", "xon", profile.xonBytes())
            .bytes("sizeBytes", "size", profile.sizeBytes())
            .source("sonic-net/sonic-swss, cfgmgr/buffer_headroom_mellanox.lua")
            .source("sonic-net/sonic-buildimage, platform/mellanox/asic_table.j2");
    if (!SonicProfile.knowsResponse(rate)) {
      calculation.note(
          "SONiC lists no pause quanta for this rate and uses 3.8 KiB for the response, "
              + "which is low: IEEE 802.3 allows over ten times that at 400 Gb/s.");
    }
    if (sharedHeadroom) {
      calculation.note("With a shared headroom pool, a port reserves XON only.");
    } else if (smallPackets < 1) {
      calculation.note("SONiC adds 2 KiB if XOFF exceeds that of the worst case.");
    }
    return calculation;
  }

  private static String size(double bytes) {
    return NumberText.size(Math.rint(bytes));
  }
}

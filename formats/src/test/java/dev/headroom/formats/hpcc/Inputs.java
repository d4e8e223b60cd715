package dev.headroom.formats.hpcc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small input that is right, for tests to bend: three hosts at one switch, two flows. */
final class Inputs {
  static final String CONFIG =
      """
      ENABLE_QCN 1 {marks on}
      PACKET_PAYLOAD_SIZE 1000
      TOPOLOGY_FILE topology.txt {a file,
        in words that run over lines}
      FLOW_FILE flows.txt
      SIMULATOR_STOP_TIME 4.00
      CC_MODE 1
      ALPHA_RESUME_INTERVAL 1
      RATE_DECREASE_INTERVAL 4
      RP_TIMER 300
      EWMA_GAIN 0.00390625
      FAST_RECOVERY_TIMES 1
      RATE_AI 20Mb/s
      RATE_HAI 200Mb/s
      MIN_RATE 1000Mb/s
      L2_ACK_INTERVAL 1
      HAS_WIN 0
      ACK_HIGH_PRIO 1
      LINK_DOWN 0 0 0
      ENABLE_TRACE 0
      KMAX_MAP 2 100000000000 1600 200000000000 3200
      KMIN_MAP 2 100000000000 400 200000000000 800
      PMAX_MAP 2 100000000000 0.2 200000000000 0.1
      BUFFER_SIZE 32
      """;

  static final String TOPOLOGY =
      """
      4 1 3
      3
      0 3 100Gbps 1000ns 0.0
      1 3 100Gbps 0.001ms 0.25
      2 3 200Gbps 1us 0.0
      """;

  static final String FLOWS =
      """
      2
      1 0 3 100 3000 2.000000
      1 0 3 200 5 2.000002612
      """;

  private Inputs() {}

  /** Writes the three files and gives the config. */
  static Path write(Path folder, String config, String topology, String flows) throws IOException {
    Files.writeString(folder.resolve("topology.txt"), topology);
    Files.writeString(folder.resolve("flows.txt"), flows);
    return Files.writeString(folder.resolve("config.txt"), config);
  }

  static Path write(Path folder) throws IOException {
    return write(folder, CONFIG, TOPOLOGY, FLOWS);
  }
}

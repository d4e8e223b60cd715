package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.sizing.AckTimeout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc ib-timeout}: time after which a queue pair gives up. */
@Command(
    name = "ib-timeout",
    description = "Retransmission timeout of a reliable queue pair, and its time to error.",
    footerHeading = "%nExample:%n",
    footer = {"  headroom calc ib-timeout --timeout 20 --retries 7"})
final class IbTimeoutCalculator extends Calculator {
  @Option(
      names = "--timeout",
      defaultValue = "20",
      paramLabel = "N",
      description = "The exponent n, 0 to 31 (NCCL_IB_TIMEOUT). Default: 20.")
  private int timeout;

  @Option(
      names = "--retries",
      defaultValue = "7",
      paramLabel = "N",
      description = "Retries, 0 to 7 (NCCL_IB_RETRY_CNT). Default: 7.")
  private int retries;

  @Override
  Calculation calculate() {
    AckTimeout ack = new AckTimeout(timeout, retries);
    Calculation calculation =
        Calculation.of(name(), "local ACK timeout of a reliable queue pair")
            .input("timeout", "exponent n", timeout)
            .input("retries", "retries r", retries)
            .formula("T = 4.096 us x 2^n; n = 0 waits for ever")
            .formula("all retries = r x T; error = (r + 1) x T")
            .result("runsOut", "expires", ack.runsOut())
            .source("InfiniBand Architecture Specification vol. 1, 9.7.6.1.3 and 9.9.2.1.1")
            .source("NCCL environment variables: NCCL_IB_TIMEOUT, NCCL_IB_RETRY_CNT")
            .source("NVIDIA, Adaptive Retransmission Parameters Control");
    if (!ack.runsOut()) {
      return calculation.note("Timeouts never cause a retransmission: a lost packet hangs the QP.");
    }
    return calculation
        .seconds("timeoutSeconds", "timeout T", ack.timeout().seconds())
        .seconds("retriesSeconds", "all retries", ack.allRetries().seconds())
        .seconds("errorSeconds", "earliest error", ack.error().seconds())
        .seconds("latestErrorSeconds", "latest error", ack.error().seconds() * AckTimeout.LATEST)
        .note(
            "A NIC may take up to 4 T to detect each timeout. Adaptive retransmission of "
                + "newer ConnectX starts with shorter timeouts.");
  }
}

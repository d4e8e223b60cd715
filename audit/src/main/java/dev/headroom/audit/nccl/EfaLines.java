package dev.headroom.audit.nccl;

import static dev.headroom.audit.nccl.JobRule.LOG;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import java.util.List;

/** Lines of jobs on AWS's EFA: of its plugin for NCCL, and of libfabric below. */
final class EfaLines {
  private EfaLines() {}

  static List<Rule> all() {
    return List.of(
        new LogLine(
            Card.error("nccl.efa-transfer-failed")
                .title("transfers over EFA come to their end")
                .needs(LOG)
                .cause(
                    "Most often the security group: EFA needs rules that allow all traffic in and out whose source and"
                        + " destination are the security group itself; rules with addresses do not count. Else the"
                        + " peer has ended (its log says why), or instances lie in different subnets.")
                .source(
                    "AWS, Get started with EFA; aws/aws-ofi-nccl#156, #346, #663, #1294, NVIDIA/nccl#1597"),
            "NET/OFI Request \\S+ .*completed with error|NET/OFI .*NULL context completed with error|NET/OFI Unable to insert remote address"
                + "|\\berr: \\d+, (?:prov_err|message): ",
            Stage.ENDED,
            "transfers over EFA fail",
            () ->
                Fix.advice(
                    "give the instances' security group rules in and out for all traffic, each with the group itself as source or destination; then try fi_pingpong -p efa between the two")));
  }
}

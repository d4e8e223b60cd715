package dev.headroom.audit.nccl;

import static dev.headroom.audit.nccl.JobRule.LOG;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import java.util.List;

/** Lines of a job whose ranks do not find each other, or of which one does not come along. */
final class BootstrapLines {
  private static final String FAILED = "(?:failed ?:|returned \\d+ ?\\()";

  private BootstrapLines() {}

  static List<Rule> all() {
    return List.of(
        new LogLine(
            Card.error("nccl.peer-unreachable")
                .title("ranks reach each other over TCP")
                .needs(LOG)
                .cause(
                    "Ranks find each other over TCP before any RDMA. No route, or a time-out: the address is of an"
                        + " interface that other nodes cannot reach (docker0, a VPN, another subnet), or a"
                        + " firewall stands between. Refused: the process at that address has ended, and why"
                        + " stands in its own log.")
                .source(
                    "NVIDIA/nccl, src/misc/socket.cc; NVIDIA/nccl#1141, NVIDIA/nccl-tests#15, pytorch/pytorch#38702"),
            "Connect to \\S+ " + FAILED + "|Call to connect (?:to \\S+ )?failed ?:",
            Stage.INITIALIZED,
            "a rank cannot reach another one over TCP",
            () ->
                Fix.advice(
                    "from each node, ip route get ADDRESS and nc -zv ADDRESS PORT with those of the line; name the interface that all nodes reach in NCCL_SOCKET_IFNAME, and open all ports between nodes; where it was refused, read the log of the rank that has this address")),
        new LogLine(
            Card.error("nccl.no-socket-interface")
                .title("NCCL finds an interface to begin with")
                .needs(LOG)
                .cause(
                    "No interface that is up and has an address fits NCCL_SOCKET_IFNAME. Names differ from node to"
                        + " node and in containers, and ^ and = before the names change what they mean.")
                .source("NCCL environment variables, NCCL_SOCKET_IFNAME; pytorch/pytorch#29482"),
            "no socket interface found|Could not find any local (?:path|interface)",
            Stage.NETWORK_CHOSEN,
            "no interface fits NCCL_SOCKET_IFNAME",
            () ->
                Fix.advice(
                    "compare ip -br addr, where the job runs, with NCCL_SOCKET_IFNAME; unset it, or give a beginning that all nodes' interfaces share (eth)")),
        new LogLine(
            Card.error("nccl.ranks-unlike")
                .title("ranks understand what others tell them")
                .needs(LOG)
                .cause(
                    "A rank was given an address that is none: what another one sent is laid out otherwise. The ranks have"
                        + " different versions of NCCL, as in images that were not updated together, or different"
                        + " networks, as where a plugin started on some nodes only.")
                .modes(35)
                .source("NVIDIA/nccl, src/misc/socket.cc; NVIDIA/nccl#1267; aws/aws-ofi-nccl#715"),
            "connecting to address \\S*.*is neither AF_INET",
            Stage.CONNECTED,
            "ranks of one job have different versions of NCCL, or different networks",
            () ->
                Fix.advice(
                    "compare the lines 'NCCL version' and 'Using network' of all ranks; the same image and LD_LIBRARY_PATH for all of them")),
        new LogLine(
            Card.warning("nccl.stranger-connected")
                .title("nobody else connects to NCCL's ports")
                .needs(LOG)
                .cause(
                    "A connection that does not begin as NCCL's do: a scanner of ports, another job, or ranks with"
                        + " libraries that name their machine differently, as containers on one host.")
                .source("NVIDIA/nccl, src/misc/socket.cc"),
            "socketFinalizeAccept: wrong magic",
            Stage.CONNECTED,
            "something else connected to NCCL's port",
            () ->
                Fix.advice(
                    "keep scanners from the network that jobs bootstrap on, or name another interface in NCCL_SOCKET_IFNAME; for containers on one host, see NCCL_HOSTID")),
        new LogLine(
            Card.error("job.rendezvous-timeout")
                .title("the first rank comes to the meeting point")
                .needs("what PyTorch printed, or " + LOG)
                .cause(
                    "Ranks wait for the first one to make an id for NCCL, and it did not: it failed before, is still"
                        + " busy (data, a model to load), or was never started.")
                .source(
                    "PyTorch, ProcessGroupNCCL; RUCAIBox/RecBole#2069, hiyouga/LlamaFactory#3698"),
            "retrieving ncclUniqueId from \\[0\\].*(?:got error|Timeout)",
            Stage.INITIALIZED,
            "rank 0 never came to set up NCCL",
            () ->
                Fix.advice(
                    "look at rank 0's own output first; if it is only late, a longer timeout in init_process_group")));
  }
}

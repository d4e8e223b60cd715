package dev.headroom.sim.rc;

import dev.headroom.model.choice.Verb;
import dev.headroom.sim.nic.MemoryKeyValidity;

/**
 * Completion error of a work request whose memory a NIC may not access; its queue pair is in error
 * from then on (InfiniBand specification, volume 1, 10.10.2.3 and 11.6.2).
 */
enum WorkCompletionError {
  /** The memory of the one that posted it. */
  LOCAL_PROTECTION("local protection error (IBV_WC_LOC_PROT_ERR): its memory"),
  /** That of the other end of a WRITE or a READ. */
  REMOTE_ACCESS("remote access error (IBV_WC_REM_ACCESS_ERR): memory at the other end"),
  /** That of the receive request which takes a SEND. */
  REMOTE_OPERATION("remote operation error (IBV_WC_REM_OP_ERR): memory at the other end");

  private final String messagePrefix;

  WorkCompletionError(String about) {
    this.messagePrefix = about;
  }

  /** What the end that posted a request is told of memory at the other end. */
  static WorkCompletionError ofRemote(Verb operation) {
    return operation == Verb.SEND ? REMOTE_OPERATION : REMOTE_ACCESS;
  }

  /** Why a flow failed, as a report says it. */
  String failureText(MemoryKeyValidity.Flaw flaw) {
    return messagePrefix + " " + flaw.words();
  }
}

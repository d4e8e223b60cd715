package dev.headroom.sim;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.TransportRequirements;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.SendClasses;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.ideal.IdealFct;
import dev.headroom.sim.message.Framing;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.FrameSizes;

/**
 * Plan of a run's transport: the properties that the rest of the run needs, and the opening of its
 * connections.
 */
interface TransportPlan {
  /** That of a scenario: its {@code transport.type}, or those of the parts of its workload. */
  static TransportPlan of(Scenario scenario) {
    return scenario.parts().isEmpty() ? ofOne(scenario) : MixedTransportPlan.of(scenario);
  }

  /**
   * That of {@code transport.type}, whatever parts have: the table of transports, which does not
   * compile where one of them has no line.
   */
  static TransportPlan ofOne(Scenario scenario) {
    PluginControlCheck.check(scenario.settings());
    return switch (scenario.settings().get(TransportKnobs.TRANSPORT)) {
      case ROCEV2 -> new RcPlan(scenario);
      case ROCEV1 -> new RcPlan(scenario);
      case INFINIBAND -> new RcPlan(scenario);
      case UEC -> new UetPlan(scenario);
      case SRD -> new SrdPlan(scenario);
      case FALCON -> new FalconPlan(scenario);
      case TCP -> new TcpPlan(scenario);
      case IWARP -> new TcpPlan(scenario);
    };
  }

  /** What the fabric must know of frames, where flows are cut into messages. */
  static FrameSizes frames(MessageSettings terms) {
    Framing framing = terms.framing();
    return new FrameSizes(
        framing.overhead(), framing.gap(), framing.control().pause(), terms.largestFrame());
  }

  /** What the network must know of what it carries. */
  TransportRequirements requirements();

  /** Class of data. */
  int dataClass();

  /** Class of a flow's data. */
  default int classOf(int flow) {
    return dataClass();
  }

  /** In which classes NICs send data. */
  default SendClasses classes() {
    return SendClasses.all(dataClass());
  }

  /**
   * The connections of a run.
   *
   * @param controllerObserver sees their controllers at work
   */
  Transport open(FlowProgram program, FlowTupleTable routes, ControllerObserver controllerObserver);

  /** How long a flow takes alone. */
  IdealFct idealFctOf(int flow);
}

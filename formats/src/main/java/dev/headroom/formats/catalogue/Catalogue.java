package dev.headroom.formats.catalogue;

import dev.headroom.formats.amd.AmdSmiReader;
import dev.headroom.formats.amd.RocmSmiReader;
import dev.headroom.formats.bench.CsvReader;
import dev.headroom.formats.bench.CudaSamplesReader;
import dev.headroom.formats.bench.IperfReader;
import dev.headroom.formats.bench.NcclTestsReader;
import dev.headroom.formats.bench.OsuReader;
import dev.headroom.formats.bench.PerftestReader;
import dev.headroom.formats.document.DevicePluginLogReader;
import dev.headroom.formats.document.HwlocReader;
import dev.headroom.formats.document.JsonReader;
import dev.headroom.formats.document.NcclGraphReader;
import dev.headroom.formats.document.NcclTopologyReader;
import dev.headroom.formats.document.NvidiaSmiXmlReader;
import dev.headroom.formats.document.YamlReader;
import dev.headroom.formats.ethernet.DcbReader;
import dev.headroom.formats.ethernet.EthtoolReader;
import dev.headroom.formats.ethernet.EthtoolStatsReader;
import dev.headroom.formats.ethernet.InterfacesReader;
import dev.headroom.formats.ethernet.IpReader;
import dev.headroom.formats.ethernet.LldpReader;
import dev.headroom.formats.ethernet.MlnxQosReader;
import dev.headroom.formats.ethernet.RoceTosReader;
import dev.headroom.formats.ethernet.TcReader;
import dev.headroom.formats.exporter.HealthCheckReader;
import dev.headroom.formats.exporter.LibfabricLogReader;
import dev.headroom.formats.exporter.MooncakeLogReader;
import dev.headroom.formats.exporter.NvshmemLogReader;
import dev.headroom.formats.exporter.PinnedMemoryReader;
import dev.headroom.formats.exporter.PrometheusReader;
import dev.headroom.formats.exporter.UcxLogReader;
import dev.headroom.formats.ib.IbdiagnetDatabaseReader;
import dev.headroom.formats.ib.IbdiagnetPortsReader;
import dev.headroom.formats.ib.IbdiagnetReader;
import dev.headroom.formats.ib.IblinkinfoReader;
import dev.headroom.formats.ib.IbnetdiscoverReader;
import dev.headroom.formats.ib.IbswinfoReader;
import dev.headroom.formats.ib.OpensmLogReader;
import dev.headroom.formats.ib.PerfqueryReader;
import dev.headroom.formats.kernel.DmesgReader;
import dev.headroom.formats.kernel.HostReader;
import dev.headroom.formats.kernel.IniReader;
import dev.headroom.formats.kernel.InterruptsReader;
import dev.headroom.formats.kernel.LimitsReader;
import dev.headroom.formats.kernel.LscpuReader;
import dev.headroom.formats.kernel.LsmodReader;
import dev.headroom.formats.kernel.ModinfoReader;
import dev.headroom.formats.kernel.NetstatReader;
import dev.headroom.formats.kernel.NetstatTableReader;
import dev.headroom.formats.kernel.NstatReader;
import dev.headroom.formats.kernel.NumactlReader;
import dev.headroom.formats.kernel.ProcNetReader;
import dev.headroom.formats.kernel.SmallOutputReader;
import dev.headroom.formats.kernel.SysctlReader;
import dev.headroom.formats.nccl.EnvironmentReader;
import dev.headroom.formats.nccl.LastErrorReader;
import dev.headroom.formats.nccl.LaunchReader;
import dev.headroom.formats.nccl.NcclLogReader;
import dev.headroom.formats.nccl.TestFailureReader;
import dev.headroom.formats.nccl.TorchErrorReader;
import dev.headroom.formats.nvidia.DmonReader;
import dev.headroom.formats.nvidia.FabricManagerReader;
import dev.headroom.formats.nvidia.NvidiaSmiQueryReader;
import dev.headroom.formats.nvidia.NvidiaSmiReader;
import dev.headroom.formats.nvidia.NvidiaSmiTableReader;
import dev.headroom.formats.nvidia.NvlinkReader;
import dev.headroom.formats.nvidia.TopologyMatrixReader;
import dev.headroom.formats.pci.AcsLinesReader;
import dev.headroom.formats.pci.ConfigSpaceReader;
import dev.headroom.formats.pci.LspciMachineReader;
import dev.headroom.formats.pci.LspciReader;
import dev.headroom.formats.pci.LspciTreeReader;
import dev.headroom.formats.rdma.HostGuidsReader;
import dev.headroom.formats.rdma.Ibdev2netdevReader;
import dev.headroom.formats.rdma.IbstatReader;
import dev.headroom.formats.rdma.IbstatusReader;
import dev.headroom.formats.rdma.IbvDevinfoReader;
import dev.headroom.formats.rdma.LibibverbsReader;
import dev.headroom.formats.rdma.MlxconfigReader;
import dev.headroom.formats.rdma.MlxlinkReader;
import dev.headroom.formats.rdma.RdmaToolReader;
import dev.headroom.formats.rdma.ShowCountersReader;
import dev.headroom.formats.rdma.ShowGidsReader;
import dev.headroom.formats.read.Around;
import dev.headroom.formats.read.BytesReader;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.switches.LldpDetailReader;
import dev.headroom.formats.switches.LldpTableReader;
import dev.headroom.formats.switches.ModuleHardwareReader;
import dev.headroom.formats.switches.NvueYamlReader;
import dev.headroom.formats.switches.NxosTransceiverReader;
import dev.headroom.formats.switches.PgProfileReader;
import dev.headroom.formats.switches.PortCountersReader;
import dev.headroom.formats.switches.PortStatusReader;
import dev.headroom.formats.switches.QosFeaturesReader;
import dev.headroom.formats.switches.QueuingReader;
import dev.headroom.formats.switches.ShowInterfaceReader;
import dev.headroom.formats.switches.ShowTableReader;
import dev.headroom.formats.switches.SonicLogReader;
import dev.headroom.formats.switches.SwitchConfigReader;
import dev.headroom.formats.switches.TransceiverTableReader;
import dev.headroom.formats.sysfs.BundleReader;
import dev.headroom.formats.sysfs.SysfsReader;
import java.util.List;
import java.util.stream.Stream;

/** All formats that machines print. Where two could take a line, the one named first does. */
public final class Catalogue {
  private static final List<Reader> READERS =
      List.of(
          new SysfsReader(),
          new BundleReader(),
          new LspciReader(),
          new AcsLinesReader(),
          new LspciTreeReader(),
          new LspciMachineReader(),
          new TopologyMatrixReader(),
          new NvidiaSmiReader(),
          new NvidiaSmiQueryReader(),
          new NvidiaSmiTableReader(),
          new NvlinkReader(),
          new DmonReader(),
          new FabricManagerReader(),
          new RocmSmiReader(),
          new AmdSmiReader(),
          new NcclTopologyReader(),
          new NcclGraphReader(),
          new HwlocReader(),
          new NvidiaSmiXmlReader(),
          new JsonReader(),
          new YamlReader(),
          new IbstatReader(),
          new IbstatusReader(),
          new IbvDevinfoReader(),
          new ShowGidsReader(),
          new RdmaToolReader(),
          new ShowCountersReader(),
          new Ibdev2netdevReader(),
          new HostGuidsReader(),
          new LibibverbsReader(),
          new MlxlinkReader(),
          new MlxconfigReader(),
          new RoceTosReader(),
          new MlnxQosReader(),
          new DcbReader(),
          new EthtoolReader(),
          new EthtoolStatsReader(),
          new IpReader(),
          new TcReader(),
          new LldpReader(),
          new PerfqueryReader(),
          new IbnetdiscoverReader(),
          new IblinkinfoReader(),
          new IbdiagnetReader(),
          new IbdiagnetDatabaseReader(),
          new IbdiagnetPortsReader(),
          new IbswinfoReader(),
          new OpensmLogReader(),
          new NcclLogReader(),
          new LastErrorReader(),
          new TorchErrorReader(),
          new TestFailureReader(),
          new NcclTestsReader(),
          new PerftestReader(),
          new OsuReader(),
          new IperfReader(),
          new CudaSamplesReader(),
          new UcxLogReader(),
          new NvshmemLogReader(),
          new LibfabricLogReader(),
          new MooncakeLogReader(),
          new PinnedMemoryReader(),
          new HealthCheckReader(),
          new PrometheusReader(),
          new SonicLogReader(),
          new DevicePluginLogReader(),
          new DmesgReader(),
          new InterruptsReader(),
          new NumactlReader(),
          new LscpuReader(),
          new HostReader(),
          new SmallOutputReader(),
          new NstatReader(),
          new NetstatReader(),
          new NetstatTableReader(),
          new ProcNetReader(),
          new SysctlReader(),
          new LsmodReader(),
          new ModinfoReader(),
          new LimitsReader(),
          new InterfacesReader(),
          new IniReader(),
          new PgProfileReader(),
          new QosFeaturesReader(),
          new NvueYamlReader(),
          new SwitchConfigReader(),
          new LldpTableReader(),
          new LldpDetailReader(),
          new ShowInterfaceReader(),
          new PortCountersReader(),
          new PortStatusReader(),
          new QueuingReader(),
          new ModuleHardwareReader(),
          new NxosTransceiverReader(),
          new TransceiverTableReader(),
          new ShowTableReader(),
          new LaunchReader(),
          new EnvironmentReader(),
          new CsvReader());

  private static final List<BytesReader> OTHERS = List.of(new ConfigSpaceReader());

  private Catalogue() {}

  /** Reads all of them. Any number of threads may use it. */
  public static FactReader reader() {
    return new FactReader(READERS, OTHERS);
  }

  /** Every kind there is, in the order in which they are tried. */
  public static List<Kind> kinds() {
    return Stream.of(
            READERS.stream().map(Reader::kind),
            OTHERS.stream().map(BytesReader::kind),
            Stream.of(Around.PASTED, Around.TEXT))
        .flatMap(kinds -> kinds)
        .toList();
  }
}

package dev.headroom.run.claims;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All tested claims, in the order of the articles. */
public final class Claims {
  /** The articles by the first part of an id. */
  public static final List<String> ARTICLES =
      List.of(
          "S0: RDMA Performance Tuning: The Art of the I/O Path",
          "S1: RDMA for GPU clusters, NCCL settings",
          "S2: RDMA at 800G: PCIe, congestion, registration, rails",
          "S3: RDMA and GPUDirect for AI training",
          "S4: From TCP to RDMA, RoCE and beyond");

  private Claims() {}

  public static List<Claim> all() {
    Map<String, ClaimTrials> measured = measured();
    List<Claim> all =
        ARTICLES.stream()
            .map(ClaimOrder::article)
            .flatMap(article -> ClaimFile.read(article, measured).stream())
            .sorted(ClaimOrder.BY_ID)
            .toList();
    if (!measured.isEmpty()) {
      throw new IllegalStateException("measurements without a claim: " + measured.keySet());
    }
    return all;
  }

  /** What is measured, by the claims' ids. */
  private static Map<String, ClaimTrials> measured() {
    return Stream.of(
            PcieClaims.all(),
            FramingClaims.all(),
            LatencyClaims.all(),
            MemoryClaims.all(),
            DcqcnClaims.all(),
            CollectiveClaims.all(),
            SettingClaims.all(),
            TrainingClaims.all(),
            PauseClaims.all(),
            LossClaims.all(),
            FailureClaims.all(),
            LoadBalancingClaims.all(),
            TcpClaims.all(),
            HostClaims.all(),
            StorageClaims.all(),
            InfinibandClaims.all(),
            TableClaims.all())
        .flatMap(List::stream)
        .collect(
            Collectors.toMap(
                ClaimTrials::id,
                trials -> trials,
                (one, other) -> {
                  throw new IllegalStateException(one.id() + " has two measurements");
                },
                HashMap::new));
  }

  /** Everything that is run for them, each once. */
  public static List<ClaimExample> examples() {
    return all().stream()
        .filter(Claim.Numeric.class::isInstance)
        .flatMap(claim -> ((Claim.Numeric) claim).measurements().stream())
        .flatMap(trial -> trial.examples().stream())
        .distinct()
        .toList();
  }
}

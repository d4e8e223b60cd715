package dev.headroom.congestion;

/**
 * What both forms of DCQCN are set with.
 *
 * @param g gain of the alpha estimate: 1/256 in the paper, 5/1024 in NVIDIA's firmware
 * @param initialAlpha alpha at the first CNP
 * @param alphaPeriodPs period of the alpha update
 * @param decreasePeriodPs vendor form: period of the decrease check ({@code
 *     rate_reduce_monitor_period})
 * @param increaseTimerPs period of the rate increase timer ({@code rpg_time_reset})
 * @param byteCounter bytes per byte-counter increase ({@code rpg_byte_reset}); 0 is off
 * @param fastRecovery F, increases that only recover ({@code rpg_threshold})
 * @param aiBps additive increase
 * @param haiBps hyper increase
 * @param minBps least rate
 * @param clampTarget vendor form: target follows every decrease ({@code clamp_tgt_rate})
 * @param clampAfterIncrease vendor form: target follows a decrease after an increase ({@code
 *     clamp_tgt_rate_after_time_inc})
 * @param minDecrease vendor form: share of the rate that one decrease leaves at least ({@code
 *     rpg_min_dec_fac})
 * @param firstCnpRate share of the rate kept at the first CNP; 1 keeps all
 * @param afterAlphaPs vendor form: by how much the first decrease check comes after the alpha
 *     update
 */
public record DcqcnParameters(
    double g,
    double initialAlpha,
    long alphaPeriodPs,
    long decreasePeriodPs,
    long increaseTimerPs,
    long byteCounter,
    int fastRecovery,
    long aiBps,
    long haiBps,
    long minBps,
    boolean clampTarget,
    boolean clampAfterIncrease,
    double minDecrease,
    double firstCnpRate,
    long afterAlphaPs) {}

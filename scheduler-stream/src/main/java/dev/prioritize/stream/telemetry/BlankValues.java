package dev.prioritize.stream.telemetry;

/**
 * The values that NVIDIA's libraries return in place of a reading they do not have. Taken as
 * numbers they are absurd: 140 TW, nine exabytes.
 *
 * <p>Sources: DCGM's {@code dcgm_structs.h} ({@code DCGM_INT32_BLANK}, {@code DCGM_INT64_BLANK},
 * {@code DCGM_FP64_BLANK}, each followed by NOT_FOUND, NOT_SUPPORTED and NOT_PERMISSIONED), NVML's
 * {@code nvml.h} ({@code NVML_VALUE_NOT_AVAILABLE}, all bits set).
 */
final class BlankValues {
  private static final double FP64_BLANK = 140_737_488_355_328.0;
  private static final long INT64_BLANK = 0x7fff_ffff_ffff_fff0L;
  private static final long INT32_BLANK = 0x7fff_fff0L;
  private static final long NVML_NOT_AVAILABLE_32 = 0xffff_ffffL;
  private static final long NVML_NOT_AVAILABLE_64 = -1;
  private static final int KINDS_OF_BLANK = 4;

  private BlankValues() {}

  static boolean isBlank(double value) {
    return (value >= FP64_BLANK && value < FP64_BLANK + KINDS_OF_BLANK)
        || value == (double) INT64_BLANK
        || (value >= INT32_BLANK && value < INT32_BLANK + KINDS_OF_BLANK);
  }

  static boolean isBlank(long value) {
    return (value >= INT64_BLANK && value - INT64_BLANK < KINDS_OF_BLANK)
        || (value >= INT32_BLANK && value < INT32_BLANK + KINDS_OF_BLANK)
        || value == NVML_NOT_AVAILABLE_32
        || value == NVML_NOT_AVAILABLE_64
        || value == (long) FP64_BLANK;
  }
}

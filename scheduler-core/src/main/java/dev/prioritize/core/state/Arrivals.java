package dev.prioritize.core.state;

/**
 * How much was submitted of late: each submission counts fully at first and fades with a time
 * constant of {@link #MEMORY_MILLIS}. Divided by that time the sums are rates.
 *
 * @param atMillis when the sums were right; they fade from there
 * @param microJobs millionths of jobs
 * @param gpuSeconds GPUs × estimate, in GPU seconds
 */
public record Arrivals(long atMillis, long microJobs, long gpuSeconds) {
  /** After so long a submission counts by 1/e. */
  public static final long MEMORY_MILLIS = 6 * 3_600_000;

  /** Nothing so far. */
  public static final Arrivals NONE = new Arrivals(0, 0, 0);

  private static final long ONE_JOB = 1_000_000;

  /** The same seen from a later time. */
  public Arrivals fadedTo(long nowMillis) {
    if (nowMillis == atMillis) {
      return this;
    }
    double left = StrictMath.exp(-(double) (nowMillis - atMillis) / MEMORY_MILLIS);
    return new Arrivals(nowMillis, (long) (microJobs * left), (long) (gpuSeconds * left));
  }

  Arrivals with(Job job, long nowMillis) {
    Arrivals faded = fadedTo(nowMillis);
    return new Arrivals(
        nowMillis, faded.microJobs + ONE_JOB, faded.gpuSeconds + job.expectedGpuMillis() / 1_000);
  }

  /** Jobs per hour. */
  public double jobsPerHour() {
    return (double) microJobs / ONE_JOB / (MEMORY_MILLIS / 3_600_000.0);
  }

  /** GPUs that it would take to keep up with what arrives. */
  public double gpusNeeded() {
    return gpuSeconds / (MEMORY_MILLIS / 1_000.0);
  }
}

package dev.prioritize.simulator;

import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.WorkloadException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * Reads a job trace in one of the {@link TraceFormat}s. Every line of the file is checked, the ones
 * outside of the slice too, before anything is made of it.
 */
public final class TraceReader {
  /** The tenant of rows that name no virtual cluster. */
  public static final String TENANT_WITHOUT_VC = "default";

  private final DurationKnowledge known;
  private final int classDraw;
  private final TraceFormat format;

  /** Rows of one slice as they come. */
  private final class Selected implements Consumer<TraceRow> {
    private final Slice slice;
    private final int totalGpus;
    private final JobTable jobs = new JobTable();
    private final BitSet classGiven = new BitSet();
    private int rows;
    private int selected;

    private Selected(Slice slice) {
      this.slice = slice;
      this.totalGpus = slice.cluster().totalGpus();
    }

    @Override
    public void accept(TraceRow row) {
      rows++;
      if (slice.selection().includes(row)) {
        selected++;
        if (canRun(row)) {
          classGiven.set(jobs.size(), row.priority() != 0);
          jobs.append(job(row, slice.selection().fromSeconds()));
        }
      }
    }

    private boolean canRun(TraceRow row) {
      return row.gpus() > 0
          && row.durationSeconds() > 0
          && row.gpus() <= totalGpus
          && row.gpus() <= Limits.MAX_GPUS_PER_JOB;
    }
  }

  /**
   * A reader that finds out the format by itself.
   *
   * @param known what the jobs tell of their duration
   * @param classDraw which assignment of classes a trace without priorities gets, at least 0
   */
  public TraceReader(DurationKnowledge known, int classDraw) {
    this(known, classDraw, null);
  }

  /**
   * A reader of one format.
   *
   * @param format null to find it out from the file's name and first bytes
   */
  public TraceReader(DurationKnowledge known, int classDraw, TraceFormat format) {
    if (classDraw < 0) {
      throw new IllegalArgumentException("classDraw must be at least 0, was " + classDraw);
    }
    this.known = known;
    this.classDraw = classDraw;
    this.format = format;
  }

  /**
   * The jobs of a slice.
   *
   * @throws TraceFormatException if a line of the file is bad
   * @throws WorkloadException if there is no readable trace, or nothing of it can run
   */
  public Workload read(Slice slice) {
    return readDrawable(List.of(slice)).get(0).workload();
  }

  /**
   * As {@link #read} of each slice, each trace read once; tells too which classes the traces give.
   */
  public List<DrawableSlice> readDrawable(List<Slice> slices) {
    Map<Path, List<Selected>> byFile = new LinkedHashMap<>();
    List<Selected> all = slices.stream().map(Selected::new).toList();
    for (Selected rows : all) {
      byFile.computeIfAbsent(rows.slice.file(), file -> new ArrayList<>()).add(rows);
    }
    byFile.forEach(this::read);
    return all.stream().map(TraceReader::drawable).toList();
  }

  private void read(Path path, List<Selected> readers) {
    TraceFile file = new TraceFile(path);
    TraceFormat itsFormat = format == null ? TraceFormat.guess(file) : format;
    boolean vcNeeded = readers.stream().anyMatch(rows -> !rows.slice.selection().vcs().isEmpty());
    itsFormat.read(file, vcNeeded, row -> readers.forEach(rows -> rows.accept(row)));
  }

  private static DrawableSlice drawable(Selected rows) {
    Slice slice = rows.slice;
    if (rows.jobs.isEmpty()) {
      throw new WorkloadException(
          Reason.NOTHING_SELECTED,
          slice.file()
              + ": no job to run: "
              + rows.rows
              + " rows, "
              + rows.selected
              + " of them in "
              + slice.name()
              + ", none of those with GPUs and a duration above 0 that fits on "
              + slice.cluster().inWords()
              + "; choose another slice or a larger cluster");
    }
    return new DrawableSlice(
        new Workload(slice.name(), slice.cluster(), rows.jobs, rows.selected - rows.jobs.size()),
        rows.classGiven);
  }

  private TraceJob job(TraceRow row, long fromSeconds) {
    TraceRow.Told told = row.told();
    String vcOrDefault = row.vc().isEmpty() ? TENANT_WITHOUT_VC : row.vc();
    return new TraceJob(
        row.jobId(),
        told.tenant().isEmpty() ? vcOrDefault : told.tenant(),
        told.name(),
        row.priority() == 0
            ? drawClass(row.jobId(), classDraw)
            : PriorityClass.ofBase(row.priority()),
        (int) row.gpus(),
        row.submitSeconds() - fromSeconds,
        row.durationSeconds(),
        expectedSeconds(row),
        told.cancelSeconds() == TraceRow.UNKNOWN ? null : told.cancelSeconds() - fromSeconds,
        told.fails());
  }

  private Long expectedSeconds(TraceRow row) {
    long given = row.told().estimateSeconds();
    return switch (known) {
      case EXACT -> row.durationSeconds();
      case ESTIMATED -> null;
      case GIVEN -> given == TraceRow.UNKNOWN ? null : given;
    };
  }

  /**
   * The class of a job whose trace gives none: 10 % URGENT, 20 % HIGH, 40 % NORMAL, 30 % LOW.
   *
   * @param draw one of many assignments; 0 is the plain id's
   */
  static PriorityClass drawClass(String jobId, int draw) {
    CRC32 crc = new CRC32();
    crc.update((draw == 0 ? jobId : jobId + "#" + draw).getBytes(StandardCharsets.UTF_8));
    int tenth = (int) (crc.getValue() % 10);
    if (tenth == 0) {
      return PriorityClass.URGENT;
    } else if (tenth <= 2) {
      return PriorityClass.HIGH;
    } else {
      return tenth <= 6 ? PriorityClass.NORMAL : PriorityClass.LOW;
    }
  }
}

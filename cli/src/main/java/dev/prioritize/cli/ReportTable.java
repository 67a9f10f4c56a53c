package dev.prioritize.cli;

import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.JobMetrics;
import dev.prioritize.simulator.ScheduleReport;
import java.util.List;
import java.util.Locale;

/** A schedule's worth as a table for people. */
public final class ReportTable {
  private static final String ROW = "%-8s %6s   %10s %10s %10s   %10s %10s %10s%n";
  private static final List<PriorityClass> HIGHEST_FIRST =
      List.of(PriorityClass.URGENT, PriorityClass.HIGH, PriorityClass.NORMAL, PriorityClass.LOW);

  private ReportTable() {}

  /** Several lines. */
  public static String of(ScheduleReport report) {
    StringBuilder table = new StringBuilder();
    table.append("%-8s %6s   %-34s %s%n".formatted("", "", "  wait", "  JCT (submission to end)"));
    table.append(ROW.formatted("class", "jobs", "mean", "p50", "p99", "mean", "p50", "p99"));
    for (PriorityClass priorityClass : HIGHEST_FIRST) {
      row(table, priorityClass.name(), report.byClass().get(priorityClass));
    }
    row(table, "all", report.all());
    table.append(
        String.format(
            Locale.ROOT,
            "%nmakespan %s, utilisation %.1f %%, schedule digest %s%n",
            HumanTime.of(report.makespanSeconds()),
            100 * report.utilisationRatio(),
            report.digest()));
    if (report.dropped() > 0) {
      table.append(
          "rows of the trace left out, for they could never run here: %d%n"
              .formatted(report.dropped()));
    }
    if (report.unfinished() > 0) {
      table.append(
          "jobs that did not run and count nowhere above: %d%n".formatted(report.unfinished()));
    }
    return table.toString();
  }

  private static void row(StringBuilder table, String name, JobMetrics metrics) {
    if (metrics.jobs() == 0) {
      table.append(ROW.formatted(name, 0, "-", "-", "-", "-", "-", "-"));
      return;
    }
    table.append(
        ROW.formatted(
            name,
            metrics.jobs(),
            HumanTime.of(Math.round(metrics.meanWaitSeconds())),
            HumanTime.of(metrics.p50WaitSeconds()),
            HumanTime.of(metrics.p99WaitSeconds()),
            HumanTime.of(Math.round(metrics.meanJctSeconds())),
            HumanTime.of(metrics.p50JctSeconds()),
            HumanTime.of(metrics.p99JctSeconds())));
  }
}

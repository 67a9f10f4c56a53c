package dev.prioritize.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.stream.replay.PolicyAgreement;
import dev.prioritize.stream.replay.PolicyAgreement.Disagreement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** How far models pick what a log says, in words. */
record AgreementText(PolicyAgreement agreement) {
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (agreement.asked() == 0) {
      lines.add("policy: no pick of a learned policy could be asked again");
    } else {
      lines.add(
          "policy: %d picks of %s asked again, %d the same (%s)%s"
              .formatted(
                  agreement.asked(),
                  String.join(
                      ", ", agreement.judged().keySet().stream().map(ModelWords::of).toList()),
                  agreement.same(),
                  percent(agreement.same(), agreement.asked()),
                  agreement.same() == 0
                      ? ""
                      : ", their scores within " + number(agreement.largestScoreDifference())));
    }
    if (agreement.disagreements() > 0) {
      lines.add(
          "%d others; no pick among them, logged or now, leads its runner-up by more than %s"
              .formatted(agreement.disagreements(), number(agreement.largestMargin())));
      agreement.told().forEach(told -> lines.add("  " + line(told)));
      if (agreement.told().size() < agreement.disagreements()) {
        lines.add("  and " + (agreement.disagreements() - agreement.told().size()) + " more");
      }
    }
    if (agreement.failures() > 0) {
      lines.add(
          "%d without an answer now, the first: %s"
              .formatted(agreement.failures(), agreement.firstFailure()));
    }
    agreement
        .notHere()
        .forEach(
            (policy, picks) ->
                lines.add(
                    "%d picks not judged: by %s, which is not the model of that name here"
                        .formatted(picks, ModelWords.of(policy))));
    return lines;
  }

  private static String line(Disagreement told) {
    return "command %d: the log picked %s (score %s, lead %s), now it is %s (score %s, lead %s)"
        .formatted(
            told.commandSeq(),
            picked(told.loggedJobId()),
            number(told.loggedScore()),
            number(told.loggedMargin()),
            picked(told.jobId()),
            number(told.score()),
            number(told.margin()));
  }

  private static String picked(String jobId) {
    return jobId.isEmpty() ? "to wait" : jobId;
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
  }

  private static String number(float value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  void addTo(ObjectNode json) {
    json.put("asked", agreement.asked())
        .put("same", agreement.same())
        .put("disagreements", agreement.disagreements())
        .put("failures", agreement.failures())
        .put("firstFailure", agreement.firstFailure())
        .put("largestMargin", agreement.largestMargin())
        .put("largestScoreDifference", agreement.largestScoreDifference());
    add(json.putArray("judged"), agreement.judged());
    add(json.putArray("notHere"), agreement.notHere());
    ArrayNode told = json.putArray("told");
    agreement
        .told()
        .forEach(
            one ->
                told.addObject()
                    .put("commandSeq", one.commandSeq())
                    .put("loggedJobId", one.loggedJobId())
                    .put("loggedScore", one.loggedScore())
                    .put("loggedMargin", one.loggedMargin())
                    .put("jobId", one.jobId())
                    .put("score", one.score())
                    .put("margin", one.margin()));
  }

  private static void add(ArrayNode array, SortedMap<PolicyIdentity, Long> picks) {
    picks.forEach(
        (policy, count) ->
            array
                .addObject()
                .put("policy", policy.name())
                .put("version", policy.version())
                .put("modelSha256", policy.modelSha256())
                .put("picks", count));
  }
}

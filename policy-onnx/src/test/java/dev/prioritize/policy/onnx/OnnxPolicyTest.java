package dev.prioritize.policy.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.Substitution.Reason;
import dev.prioritize.core.policy.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a model chooses by its scores; and one that is missing, slow or mad is a typed answer,
 * until it is good again. Method: real models in the real runtime; only the clock of rests and
 * retries is the test's.
 */
class OnnxPolicyTest {
  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(20);

  @TempDir private Path folder;
  private long nanos = -5; // as System.nanoTime may be
  private OnnxPolicy policy;

  private void open(Duration deadline) {
    policy =
        new OnnxPolicy(
            ModelSource.folder(folder), new ModelSettings(Provider.CPU, deadline), () -> nanos);
  }

  private void passTime(Duration time) {
    nanos += time.toNanos();
  }

  @AfterEach
  void close() {
    policy.close();
  }

  private Choice choose() {
    return policy.choose(TestObservations.ofAreas(1.5f, 0.5f, 1));
  }

  private Choice.Failed failure() {
    return (Choice.Failed) choose();
  }

  private void assertWorks() {
    assertThat(choose()).isEqualTo(new Choice.Chosen(1, -4, 2, -8));
  }

  @Test
  void shouldChooseTheHighestScore() {
    TestModels.write(folder, TestModels.weightedArea(), 3);
    open(PATIENT);

    assertWorks();
    assertThat(policy.identity())
        .isEqualTo(new PolicyIdentity("drl", 3, ModelLoader.sha256(TestModels.weightedArea())));
    assertThat(policy.provider()).isEqualTo("cpu");
  }

  @Test
  void shouldScoreEveryNumberOfCandidatesUpToTheLargestWindow() {
    TestModels.write(folder, TestModels.weightedArea(), 1);
    open(PATIENT);
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      int count = round == 0 ? ModelSession.MAX_CANDIDATES : 1 + random.nextInt(200);
      float[] areas = new float[count];
      float[] scores = new float[count];
      for (int i = 0; i < count; i++) {
        areas[i] = random.nextFloat() * 8 - 4;
        scores[i] = -8 * areas[i];
      }
      assertThat(policy.choose(TestObservations.ofAreas(areas)))
          .isEqualTo(Choice.highest(scores, count));
    }
  }

  @Test
  void shouldRefuseMoreCandidatesThanAWindowHolds() {
    TestModels.write(folder, TestModels.weightedArea(), 1);
    open(PATIENT);

    Choice choice =
        policy.choose(TestObservations.ofAreas(new float[ModelSession.MAX_CANDIDATES + 1]));

    assertThat(((Choice.Failed) choice).reason()).isEqualTo(Reason.FAILED);
  }

  @Test
  void shouldNotChooseByAScoreThatIsNotFinite() {
    TestModels.write(folder, TestModels.infiniteForZeroArea(), 1);
    open(PATIENT);

    assertThat(policy.choose(TestObservations.ofAreas(1, 2))).isInstanceOf(Choice.Chosen.class);
    Choice choice = policy.choose(TestObservations.ofAreas(1, 0));
    assertThat(((Choice.Failed) choice).reason()).isEqualTo(Reason.NOT_FINITE);
    assertThat(policy.choose(TestObservations.ofAreas(1, 2))).isInstanceOf(Choice.Chosen.class);
  }

  @Test
  void shouldSayAtEachChoiceThatThereIsNoModelAndUseOneThatComes() {
    open(PATIENT);

    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ABSENT);
    assertThat(failure().detail()).contains("expected a file").contains("every 30 s");
    assertThat(policy.identity()).isEqualTo(new PolicyIdentity("drl", 0, ""));
    assertThat(policy.provider()).isEmpty();

    TestModels.write(folder, TestModels.weightedArea(), 1);
    passTime(OnnxPolicy.RETRY.minusNanos(1));
    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ABSENT);
    passTime(Duration.ofNanos(1));
    assertWorks();
  }

  @Test
  void shouldTellOfAnotherFailureAtTheNextTry() {
    open(PATIENT);
    TestModels.write(folder, TestModels.withNan(), 1);
    passTime(OnnxPolicy.RETRY);

    assertThat(failure().reason()).isEqualTo(Reason.NOT_FINITE);
  }

  @Test
  void shouldGoOnWithTheModelThatIsLoadedWhenItsFileGoes() throws IOException {
    TestModels.write(folder, TestModels.weightedArea(), 1);
    open(PATIENT);
    Files.delete(folder.resolve(ModelSource.MODEL));
    passTime(OnnxPolicy.RETRY);

    assertWorks();
  }

  @Test
  void shouldGiveUpOnASlowModelAndRestAfterThreeMisses() throws InterruptedException {
    TestModels.write(folder, TestModels.slow(), 1);
    open(SHORT);
    awaitLoaded();

    for (int i = 0; i < OnnxPolicy.MISSES_BEFORE_REST; i++) {
      Choice.Failed miss = failure();
      assertThat(miss.reason()).isEqualTo(Reason.TOO_SLOW);
      assertThat(miss.detail()).contains("expected an answer within 20 ms");
    }
    assertThat(failure().reason()).isEqualTo(Reason.RESTING);
    passTime(OnnxPolicy.REST.minusNanos(1));
    assertThat(failure().reason()).isEqualTo(Reason.RESTING);
    passTime(Duration.ofNanos(1));
    assertThat(failure().reason()).as("asked once more").isEqualTo(Reason.TOO_SLOW);
    assertThat(failure().reason()).as("rests at once").isEqualTo(Reason.RESTING);
  }

  @Test
  void shouldWorkAgainAfterAMiss() throws InterruptedException {
    TestModels.write(folder, TestModels.slow(), 1);
    open(SHORT);
    awaitLoaded();
    assertThat(failure().reason()).isEqualTo(Reason.TOO_SLOW);
    policy.close();

    TestModels.write(folder, TestModels.weightedArea(), 1);
    open(PATIENT);
    assertWorks();
  }

  /** Its trial may take longer than a choice waits for. */
  private void awaitLoaded() throws InterruptedException {
    while (policy.provider().isEmpty()) {
      Thread.sleep(10);
    }
  }

  @Test
  void shouldBeInterruptedWithoutLosingAnAnswer() {
    TestModels.write(folder, TestModels.weightedArea(), 1);
    open(PATIENT);

    Thread.currentThread().interrupt();
    assertWorks();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldShipAModelThatWorks() {
    policy = new OnnxPolicy(ModelSource.shipped(), ModelSettings.DEFAULT);

    assertThat(policy.identity().modelSha256()).hasSize(64);
    assertThat(choose()).isInstanceOf(Choice.Chosen.class);
    assertThat(policy.provider()).startsWith("cpu (CUDA does not work here: ");
  }
}

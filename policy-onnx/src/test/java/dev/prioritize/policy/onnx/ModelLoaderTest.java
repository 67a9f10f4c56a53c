package dev.prioritize.policy.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.core.model.Substitution.Reason;
import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.Observation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: whatever is wrong with a model, its loading says what was expected and what was found.
 * Method: real files, each with one thing wrong, loaded by the real runtime.
 */
class ModelLoaderTest {
  @TempDir private Path folder;

  private ModelException failure() {
    return failure(Provider.CPU);
  }

  private ModelException failure(Provider provider) {
    ModelLoader loader = new ModelLoader(ModelSource.folder(folder), provider);
    ModelException failure = catchThrowableOfType(ModelException.class, loader::load);
    assertThat(failure).as("loading fails").isNotNull();
    assertThat(failure.getMessage()).contains("expected").contains("found").doesNotContain("\n");
    return failure;
  }

  @Test
  void shouldLoadAModelThatIsAsItsManifestSays() throws ModelException {
    TestModels.write(folder, TestModels.weightedArea(), 7);

    LoadedModel model = new ModelLoader(ModelSource.folder(folder), Provider.CPU).load();

    assertThat(model.manifest().version()).isEqualTo(7);
    assertThat(model.provider()).isEqualTo(Provider.CPU);
    assertThat(model.providerReason()).isEmpty();
    model.session().close();
  }

  @Test
  void shouldSayThatThereIsNoFolder() {
    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ABSENT);
    assertThat(failure()).hasMessageContaining(ModelSource.MANIFEST);
  }

  @Test
  void shouldSayThatTheModelIsMissingBesideItsManifest() throws IOException {
    TestModels.write(folder, TestModels.weightedArea(), 1);
    Files.delete(folder.resolve(ModelSource.MODEL));

    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ABSENT);
    assertThat(failure()).hasMessageContaining(ModelSource.MODEL);
  }

  @Test
  void shouldSayThatAFolderCannotBeReadAsAFile() throws IOException {
    Files.createDirectories(folder.resolve(ModelSource.MANIFEST));

    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ABSENT);
  }

  @Test
  void shouldRefuseAFileOfAnotherHash() {
    String manifest = TestModels.manifest(1, "0".repeat(64), Observation.VERSION);
    TestModels.write(folder, TestModels.weightedArea(), manifest);

    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ALTERED);
    assertThat(failure())
        .hasMessageContaining("0".repeat(64))
        .hasMessageContaining(ModelLoader.sha256(TestModels.weightedArea()));
  }

  @Test
  void shouldRefuseATruncatedModel() {
    TestModels.write(folder, TestModels.firstHalf(TestModels.weightedArea()), 1);

    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ALTERED);
  }

  @Test
  void shouldRefuseAFileThatIsNoModel() {
    TestModels.write(folder, "no model at all".getBytes(StandardCharsets.UTF_8), 1);

    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ALTERED);
  }

  @Test
  void shouldRefuseAnEmptyFile() {
    TestModels.write(folder, new byte[0], 1);

    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ALTERED);
  }

  @Test
  void shouldRefuseAModelOfOtherFeatures() {
    byte[] model = TestModels.weightedArea();
    String manifest = TestModels.manifest(1, ModelLoader.sha256(model), Observation.VERSION + 1);
    TestModels.write(folder, model, manifest);

    assertThat(failure().reason()).isEqualTo(Reason.FEATURES_UNKNOWN);
    assertThat(failure())
        .hasMessageContaining("expected observationVersion " + Observation.VERSION);
  }

  @Test
  void shouldRefuseOtherInputs() {
    TestModels.write(folder, TestModels.withInputNamed("jobs"), 1);

    assertThat(failure().reason()).isEqualTo(Reason.FEATURES_UNKNOWN);
    assertThat(failure()).hasMessageContaining("candidates").hasMessageContaining("jobs");
  }

  @Test
  void shouldRefuseOtherOutputs() {
    TestModels.write(folder, TestModels.withOutputNamed("logits"), 1);

    assertThat(failure().reason()).isEqualTo(Reason.FEATURES_UNKNOWN);
    assertThat(failure()).hasMessageContaining("scores").hasMessageContaining("logits");
  }

  @Test
  void shouldRefuseAnotherNumberOfFeatures() {
    TestModels.write(folder, TestModels.withFeatures(30), 1);

    assertThat(failure().reason()).isEqualTo(Reason.FEATURES_UNKNOWN);
    assertThat(failure())
        .hasMessageContaining("float[n, " + CandidateFeature.COUNT + "]")
        .hasMessageContaining("30");
  }

  @Test
  void shouldRefuseAFixedNumberOfCandidates() {
    TestModels.write(folder, TestModels.withFixedCandidates(128), 1);

    assertThat(failure().reason()).isEqualTo(Reason.FEATURES_UNKNOWN);
  }

  @Test
  void shouldRefuseWeightsThatAreNoNumbers() {
    TestModels.write(folder, TestModels.withNan(), 1);

    assertThat(failure().reason()).isEqualTo(Reason.NOT_FINITE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | expected JSON",
        "[] | field name",
        "{\"name\": \"\"} | field name",
        "{\"name\": \"a\"} | field version",
        "{\"name\": \"a\", \"version\": 0} | field version",
        "{\"name\": \"a\", \"version\": 1.5} | field version",
        "{\"name\": \"a\", \"version\": 1, \"sha256\": \"ABC\"} | field sha256",
        "{\"name\": \"a\", \"name\": \"b\"} | expected JSON"
      })
  void shouldSayWhatIsWrongWithAManifest(String manifest, String what) {
    TestModels.write(folder, TestModels.weightedArea(), manifest);

    assertThat(failure().reason()).isEqualTo(Reason.MODEL_ALTERED);
    assertThat(failure()).hasMessageContaining(what).hasMessageContaining(ModelSource.MANIFEST);
  }

  @Test
  void shouldSayThatCudaDoesNotWorkWhereThereIsNone() {
    TestModels.write(folder, TestModels.weightedArea(), 1);

    assertThat(failure(Provider.CUDA).reason()).isEqualTo(Reason.PROVIDER_UNAVAILABLE);
    assertThat(failure(Provider.CUDA)).hasMessageContaining("expected cuda");
  }

  @Test
  void shouldBlameTheModelAndNotCudaForAFileThatIsNoModel() {
    TestModels.write(folder, TestModels.firstHalf(TestModels.weightedArea()), 1);

    assertThat(failure(Provider.CUDA).reason()).isEqualTo(Reason.MODEL_ALTERED);
  }

  @Test
  void shouldFallBackToTheCpuAndSayWhy() throws ModelException {
    TestModels.write(folder, TestModels.weightedArea(), 1);

    LoadedModel model = new ModelLoader(ModelSource.folder(folder), Provider.AUTO).load();

    assertThat(model.provider()).isEqualTo(Provider.CPU);
    assertThat(model.providerReason()).startsWith("CUDA does not work here: ");
    model.session().close();
  }
}

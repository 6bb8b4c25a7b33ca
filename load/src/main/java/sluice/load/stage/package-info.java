/**
 * Staging: every chunk becomes a run, and a manifest lists what is staged.
 *
 * <p>{@link sluice.load.stage.NameStage} gathers names first where ids are names; {@link
 * sluice.load.stage.Stager} parses, sorts and writes chunks on several threads; {@link
 * sluice.load.stage.StageTurns} publishes them in turns; {@link sluice.load.stage.StagedRuns} finds
 * what an interrupted try had staged.
 *
 * <p>Called by {@code cluster-load} and {@code load}.
 */
@NullMarked
package sluice.load.stage;

import org.jspecify.annotations.NullMarked;

/** A failure in one sentence, printed without a stack trace. */
export class Sentence extends Error {}

/** Runs a script's work; a `Sentence` ends it with exit code 1, anything else is a bug and keeps its stack trace. */
export async function tellFailure(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

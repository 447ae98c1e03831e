import { parentPort } from 'node:worker_threads';
import { type EmbeddedFile, openEmbeddedFile } from './embedded-file.ts';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedResult, EmbeddedWork } from './embedded-messages.ts';

/* The thread that owns the embedded database: SQLite's calls are synchronous and would block the event loop. */

let file: EmbeddedFile | null = null;

function run(work: EmbeddedWork): EmbeddedResult {
  if (work.kind === 'open') {
    file ??= openEmbeddedFile(work.path);
  } else if (work.kind === 'close') {
    file?.close();
    file = null;
  } else {
    if (file === null) throw new Error('the database is not open');
    return file.run(work);
  }
  return { rows: [], changes: null };
}

function answer({ id, work }: EmbeddedRequest): EmbeddedReply {
  try {
    return { id, result: run(work) };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { id, error: { message, code: code ?? null } };
  }
}

parentPort?.on('message', (request: EmbeddedRequest) => {
  parentPort?.postMessage(answer(request));
  // Without the open port, nothing keeps the thread alive.
  if (request.work.kind === 'close') parentPort?.close();
});

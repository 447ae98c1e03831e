import { onAbort } from './signals.ts';

/**
 * Waits for the given time.
 * @throws the signal's reason if it fires first
 */
export async function sleep(durationMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const detach = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
    const timer = setTimeout(() => {
      detach();
      resolve();
    }, durationMs);
  });
}

import type { AnyTool } from '@sonde/contract';
import type { Hub } from './hub.ts';
import type { PlaceOutcome } from './place-jobs.ts';
import type { HubFrame } from './protocol.ts';
import type { JobNews } from './told.ts';

export interface GuestJobs {
  /** A frame about a job that another hub has for a place that is connected here. */
  received(hub: string, place: string, frame: HubFrame): void;
  /** Cancels the jobs of a hub that is gone. */
  leave(hub: string): void;
}

/** The jobs of other processes for the places that are connected here. `say` sends a frame to the hub that has asked. */
export function createGuestJobs(
  local: Pick<Hub, 'ask'>,
  tools: readonly AnyTool[],
  say: (hub: string, place: string, said: JobNews) => void,
): GuestJobs {
  const running = new Map<string, AbortController>();

  async function make(hub: string, place: string, frame: Extract<HubFrame, { readonly t: 'job' }>): Promise<void> {
    const tool = tools.find(({ id }) => id === frame.tool);
    if (tool === undefined) return;
    const { job, query, deadlineMs, wantsParts, isBackground = false } = frame;
    const stop = new AbortController();
    const key = `${hub} ${job}`;
    running.set(key, stop);
    const onPart = wantsParts ? { onPart: (part: unknown) => say(hub, place, { t: 'part', job, part }) } : {};
    try {
      const asked = { tool, query, deadlineMs, signal: stop.signal, isBackground, ...onPart };
      const said = frameOf(job, await local.ask(place, asked));
      if (said !== null) say(hub, place, said);
    } catch {
      // Cancelled: nobody waits any more.
    } finally {
      running.delete(key);
    }
  }

  return {
    received(hub, place, frame) {
      if (frame.t === 'job') void make(hub, place, frame);
      else if (frame.t === 'cancel') running.get(`${hub} ${frame.job}`)?.abort(new Error('The job was cancelled.'));
    },
    leave(hub) {
      for (const [key, stop] of running)
        if (key.startsWith(`${hub} `)) stop.abort(new Error('The hub that asked is gone.'));
    },
  };
}

/** Null if the hub that asked finds out by itself. */
function frameOf(job: string, outcome: PlaceOutcome): JobNews | null {
  if (outcome.state === 'late') return null;
  if (outcome.state === 'answer')
    return { t: 'answer', job, data: { ...outcome.data }, measuredMs: outcome.measuredMs };
  if (outcome.state !== 'failure') return { t: outcome.state === 'busy' ? 'busy' : 'gone', job };
  const { code, reason, measuredMs } = outcome;
  return { t: 'failure', job, code, reason, measuredMs };
}

/**
 * Run by `async/deadline.lab.test.ts` with `--expose-gc`: starts work that must end at its deadline, collects garbage
 * constantly, and prints as JSON what has ended, and after how many milliseconds.
 */
import { startDeadline, withDeadline } from '../async/deadline.ts';
import { linkSignals } from '../async/signals.ts';
import { parseAddress } from '../net/guard/ip-address.ts';
import { NetFailure } from '../net/net.ts';
import { askUnvalidated } from '../tools/dns/ask-types.ts';
import { findHostname } from '../tools/geo/hostname.ts';
import { SourceProgress } from '../tools/subdomain/source-progress.ts';
import { scriptedNet } from './scripted-net.ts';

const TIMEOUT_MS = 300;
/** The slowest one below allows three seconds per question. */
const GIVE_UP_MS = 6000;

const collect = globalThis.gc;
if (collect === undefined) throw new Error('run this with --expose-gc');
const caller = new AbortController();
const startedAtMs = performance.now();
const endedAfterMs: Record<string, number> = {};

const note = (what: string) => {
  endedAfterMs[what] = Math.round(performance.now() - startedAtMs);
};

/** Ends when the signal fires, and refers to it only by the listener, as a socket does. */
const untilFired = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** A network in which nothing answers. */
const silent = scriptedNet({ ask: (_, signal) => untilFired(signal) });

function begin(): Promise<unknown>[] {
  const limit = { timeoutMs: TIMEOUT_MS, what: 'a test' };
  const started = startDeadline(limit, [caller.signal]);
  const linked = linkSignals([startDeadline(limit, [caller.signal]).signal]);
  const progress = new SourceProgress({ foundBy: () => 0 }, caller.signal);
  const address = parseAddress('192.0.2.1');
  if (address === null) throw new Error('192.0.2.1 is an address');
  const servfail = { type: 1, failure: new NetFailure('servfail', 'as a broken zone') };
  const works: Record<string, Promise<unknown>> = {
    startDeadline: untilFired(started.signal),
    linkSignals: untilFired(linked.signal),
    withDeadline: withDeadline(limit, [caller.signal], untilFired),
    'source of a search': progress.run('records', TIMEOUT_MS, untilFired),
    'name of an address': findHostname(silent, address, caller.signal),
    'questions without validation': askUnvalidated(silent.ask, 'example.com', [servfail], caller.signal),
    // The form that the linter rejects. It must fail here, or this program would detect nothing.
    'bare form': untilFired(AbortSignal.any([caller.signal, AbortSignal.timeout(TIMEOUT_MS)])),
  };
  return Object.entries(works).map(([what, work]) =>
    work.then(
      () => note(what),
      () => note(what),
    ),
  );
}

const all = begin();
setInterval(() => collect(), 20);
setTimeout(tell, GIVE_UP_MS);
await Promise.all(all);
tell();

function tell(): never {
  process.stdout.write(`${JSON.stringify(endedAfterMs)}\n`);
  process.exit(0);
}

import {
  asPathOf,
  composeHops,
  endOf,
  type HeardProbe,
  type KnownOfAddress,
  nothingKnownOfAddress,
  type Reading,
  traceroute,
} from '@sonde/contract';
import type { TracerouteAnswer } from '@sonde/contract/tools/traceroute/tables';
import { ask } from '../../browser/api/ask.ts';
import type { LookupPartsOptions } from '../lookup/lookup-parts.ts';
import { parametersOf, type TraceOptions } from './trace-options.ts';

type Part = Reading<typeof traceroute.progress>;

/** What is known while a trace runs. */
export interface TraceDraft {
  readonly session: { readonly address: string | null; readonly method: string | null; readonly port: number | null };
  readonly probes: ReadonlyMap<string, HeardProbe>;
  readonly known: ReadonlyMap<string, KnownOfAddress>;
}

export const nothingHeard: TraceDraft = {
  session: { address: null, method: null, port: null },
  probes: new Map(),
  known: new Map(),
};

/** Runs when the button is pressed; a failed trace is not retried automatically. */
export function traceLookup(
  host: string,
  options: TraceOptions,
  isAsked: boolean,
): LookupPartsOptions<TracerouteAnswer, Part, TraceDraft> {
  const more = parametersOf(options);
  return {
    queryKey: ['traceroute', host, JSON.stringify(more)],
    queryFn: ({ signal, onPart, fresh }) => ask(traceroute, { host, ...more, ...fresh }, signal, onPart),
    enabled: isAsked,
    retry: false,
    addParts: (draft, parts) => {
      const { session, probes, known } = draft ?? nothingHeard;
      const next = { session, probes: new Map(probes), known: new Map(known) };
      for (const part of parts) addPart(next, part);
      return next;
    },
  };
}

/** After how many milliseconds a trace of so many rounds ends. */
export const deadlineOf = ({ host, rounds }: Pick<TracerouteAnswer, 'host' | 'rounds'>): number =>
  traceroute.deadlineMs(traceroute.query.parse({ host, rounds: String(rounds) }));

interface GrowingDraft {
  session: TraceDraft['session'];
  readonly probes: Map<string, HeardProbe>;
  readonly known: Map<string, KnownOfAddress>;
}

function addPart(draft: GrowingDraft, part: Part): void {
  if (part.kind === 'session') {
    draft.session = { address: part.address, method: part.method, port: part.port };
    return;
  }
  if (part.kind === 'known') {
    const { kind: _, address, tooFar, ...facts } = part;
    draft.known.set(address, { ...nothingKnownOfAddress, ...facts, tooFar: tooFar === true });
    return;
  }
  const { ttl, round } = part;
  const key = `${ttl} ${round}`;
  const before = draft.probes.get(key);
  if (part.kind === 'answer') {
    const { address, timeMs, isTarget, error } = part;
    const labels = part.labels.map(({ label, tc, bottom, ttl: labelTtl }) => ({
      label,
      tc: tc ?? 0,
      bottom: bottom === true,
      ttl: labelTtl ?? 0,
    }));
    draft.probes.set(key, { ttl, round, answer: { address, timeMs, labels, isTarget: isTarget === true, error } });
  } else if (!before?.answer) {
    draft.probes.set(key, { ttl, round, answer: part.kind === 'sent' ? undefined : null });
  }
}

/** The draft as an answer, with what is known so far. */
export function answerSoFar(host: string, options: TraceOptions, draft: TraceDraft): TracerouteAnswer {
  const probes = [...draft.probes.values()];
  const end = endOf(probes);
  const hops = composeHops(end === null ? probes : probes.filter(({ ttl }) => ttl <= end), draft.known);
  const isTarget = probes.some(({ ttl, answer }) => ttl === end && answer?.isTarget);
  return {
    host,
    address: draft.session.address ?? '',
    method: draft.session.method,
    port: draft.session.port,
    privileged: null,
    rounds: options.rounds,
    reached: end === null ? 'silent' : isTarget ? 'target' : 'stopped',
    stoppedBy: null,
    hops,
    asPath: asPathOf(hops),
    pathMtu: null,
    graph: null,
    gaps: [],
  };
}

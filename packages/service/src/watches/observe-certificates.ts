import { createHash } from 'node:crypto';
import { caaVerdict } from '@sonde/contract/watch/certificates/caa';
import { concerns, type Issuance, namesWithin } from '@sonde/contract/watch/certificates/issuance';
import { type Expectations, judge, knownReason, organisationOf } from '@sonde/contract/watch/certificates/judge';
import { unexpectedLines } from '@sonde/contract/watch/certificates/words';
import type { CertificatesQuestion, MeasuredCertificates } from '@sonde/probes';
import { type CertificateMemory, emptyMemory, type WatchMemory } from './memory.ts';
import { backChange, type FoundChange, type Watching, type WatchStep } from './observe.ts';

export interface CertificateWatching extends Omit<Watching, 'rules' | 'prefix' | 'quiet'> {
  readonly expected: Expectations;
}

/** The most issuances that are known again, those that were told, keys that servers have presented, and issuers. */
const MAX_SEEN = 5_000;
const MAX_TOLD = 1_000;
const MAX_KEYS = 100;
const MAX_ISSUERS = 50;
/** Authorities write an earlier time into certificates than that of issuance, by hours at most. */
const BACKDATED_MS = 86_400_000;
const DIGEST_CHARACTERS = 16;

/** An issuance as it is remembered; two of one domain have the same with a probability of 2 to the power of -96 each. */
const digestOf = ({ id }: Issuance): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, DIGEST_CHARACTERS);

/** What has to be measured: what is new behind the cursor, and for what needs to be judged, who has it. */
export function certificatesQuestion(
  before: WatchMemory | null,
  { expected }: Pick<CertificateWatching, 'expected'>,
): CertificatesQuestion {
  const known = before?.certificates ?? null;
  return {
    domain: expected.domain,
    last: known === null ? null : { search: known.search, cursor: known.cursor },
    isOpen: (issuance) => isNews(known, issuance, expected) && knownReason(issuance, expected) === null,
  };
}

/** Before the end was reached once, everything is as the owner has found it. */
function isNews(
  known: CertificateMemory | null,
  issuance: Issuance,
  { domain }: Pick<Expectations, 'domain'>,
): boolean {
  if (known === null || known.isBaseline || !concerns(domain, issuance)) return false;
  const digest = digestOf(issuance);
  return !known.seen.includes(digest) && !known.told.includes(digest);
}

/** Whether it was issued before the watch began: then it is no news that another search knows it. */
const isOlder = ({ notBefore }: Issuance, since: string): boolean =>
  notBefore !== null && Date.parse(notBefore) < Date.parse(since) - BACKDATED_MS;

/**
 * Takes what a look at the logs has shown. Whatever the first look finds, until there is nothing more, is as it was: nothing is
 * told of it. Later each issuance that nothing explains is told once.
 */
export function observeCertificates(
  before: WatchMemory | null,
  watching: CertificateWatching,
  measured: MeasuredCertificates,
  atMs: number,
): WatchStep {
  const memory = before ?? emptyMemory;
  const at = new Date(atMs).toISOString();
  const known = memory.certificates ?? null;
  const keys = latest(
    [...(known?.servedKeys ?? []), ...[...measured.servedKeys.values()].flatMap((key) => key ?? [])],
    MAX_KEYS,
  );
  const fresh = measured.issuances.filter((issuance) => !(known?.seen.includes(digestOf(issuance)) ?? false));
  const evidence = { servedKeys: new Set(keys), caa: measured.caa };
  const since = known?.since ?? at;
  const isAnotherSearch = known !== null && (known.isAnotherSearch || known.search !== measured.search);
  const unexpected = fresh.filter(
    (issuance) =>
      isNews(known, issuance, watching.expected) &&
      !(isAnotherSearch && isOlder(issuance, since)) &&
      judge(issuance, watching.expected, evidence).reason === null,
  );
  const certificates: CertificateMemory = {
    search: measured.search,
    cursor: measured.cursor,
    since,
    isBaseline: (known?.isBaseline ?? true) && !measured.isComplete,
    isAnotherSearch: isAnotherSearch && !measured.isComplete,
    seen: latest([...(known?.seen ?? []), ...fresh.map(digestOf)], MAX_SEEN),
    told: latest([...(known?.told ?? []), ...unexpected.map(digestOf)], MAX_TOLD),
    servedKeys: keys,
    issuers: latest([...(known?.issuers ?? []), ...fresh.flatMap(({ issuer }) => issuerOf(issuer))], MAX_ISSUERS),
    count: (known?.count ?? 0) + fresh.length,
    unexpected: (known?.unexpected ?? 0) + unexpected.length,
  };
  return {
    memory: { ...memory, answers: memory.answers + 1, failures: 0, cannot: null, early: 0, certificates },
    changes: [
      ...backChange(memory, watching, at),
      ...unexpected.map((issuance) => changeOf(issuance, watching, measured, at)),
    ],
    nextSeconds: measured.isComplete ? watching.everySeconds : Math.min(watching.everySeconds, watching.confirmSeconds),
  };
}

const issuerOf = (issuer: string | null): string[] => (issuer === null ? [] : [organisationOf(issuer) ?? issuer]);

/** Each once, where it came last; of too many the newest. */
const latest = (values: readonly string[], most: number): string[] =>
  [...new Set(values.toReversed())].slice(0, most).toReversed();

function changeOf(
  issuance: Issuance,
  { expected: { domain }, newId }: CertificateWatching,
  { servedKeys, caa }: MeasuredCertificates,
  at: string,
): FoundChange {
  const names = namesWithin(domain, issuance.names);
  const asked = [...servedKeys].filter(([name]) => name === domain || names.includes(name));
  const answered = asked.filter(([, key]) => key !== null).length;
  const lines = unexpectedLines(domain, issuance, caaVerdict(issuance, names, caa), {
    answered,
    silent: asked.length - answered,
  });
  return {
    id: newId(),
    kind: 'unexpected',
    at,
    path: `certificate/${issuance.serial ?? digestOf(issuance)}`,
    before: null,
    after: lines,
    weight: 'high',
    state: 'confirmed',
  };
}

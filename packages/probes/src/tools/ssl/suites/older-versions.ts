import type { FirstHandshake } from '../../../engines/tls/handshake/first-hello.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { AlpnSearch } from '../behaviour/alpn-search.ts';
import type { Observed } from '../observed.ts';
import type { Prober } from '../prober/prober.ts';
import { enumerateSuites, type OlderVersion, type VersionResponse } from './enumerate-suites.ts';
import { noteSslv2, sendSslv2Hello } from './sslv2.ts';

export interface OlderVersionsParts {
  readonly observed: Observed;
  /** Its first hellos are those of the search for suites. */
  readonly alpn: AlpnSearch;
  /** Called when something new is known about a version. */
  onVersion(): void;
}

/** A search for suites. */
interface SuiteSearch {
  /** All are known. */
  readonly found: Promise<void>;
  /** They are in order. */
  readonly sorted: Promise<void>;
}

/** Starts the searches for the suites of SSLv2 to TLS 1.2. */
export function enumerateOlder(
  prober: Prober,
  first: FirstHandshake,
  { observed, alpn, onVersion }: OlderVersionsParts,
): SuiteSearch {
  const picked = first.isCommonOffer ? first.accepted : null;
  if (picked?.hello.alpn) alpn.note(picked.hello.alpn);
  const ask = (name: OlderVersion, onFirstResponse: (response: VersionResponse) => void = () => {}) => {
    const isPicked = picked?.hello.version === versions[name];
    return searchOf(async (onFound) => {
      await enumerateSuites(prober, name, observed, {
        first: isPicked ? picked : null,
        alpn: name === 'TLSv1.2' ? alpn : null,
        isLongest: isPicked,
        onFirstResponse,
        onFound,
      });
      onVersion();
    });
  };
  /** A server that supports an older version answers with that one (RFC 5246 appendix E.1). */
  const askOldest = (): SuiteSearch => {
    const oldest = ['TLSv1', 'SSLv3'] as const;
    const further: SuiteSearch[] = [];
    const newest = ask('TLSv1.1', (response) => {
      if (response !== 'unknown-version') return further.push(...oldest.map((name) => ask(name)));
      for (const name of oldest) Object.assign(observed.versions[name], { isAccepted: false, isComplete: true });
      return onVersion();
    });
    return {
      found: newest.found.then(() => allOf(further, 'found')),
      sorted: newest.sorted.then(() => allOf(further, 'sorted')),
    };
  };
  const askOldestOfAll = () =>
    searchOf(async () => {
      noteSslv2(observed, await sendSslv2Hello(prober.scan));
      onVersion();
    });
  const all = [ask('TLSv1.2'), askOldest(), askOldestOfAll()];
  return { found: allOf(all, 'found'), sorted: allOf(all, 'sorted') };
}

/** A search that tells when it has found everything; else it has at its end. Its failure is reported where it is awaited. */
function searchOf(search: (onFound: () => void) => Promise<void>): SuiteSearch {
  let onFound = () => {};
  const early = new Promise<void>((resolve) => {
    onFound = resolve;
  });
  const sorted = search(() => onFound());
  const found = Promise.race([early, sorted]);
  for (const one of [found, sorted]) one.catch(() => {});
  return { found, sorted };
}

async function allOf(searches: readonly SuiteSearch[], what: keyof SuiteSearch): Promise<void> {
  await Promise.all(searches.map((one) => one[what]));
}

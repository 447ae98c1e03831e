import type { ServedAddress } from '@sonde/contract';
import { chainKeyOf, type ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import { versionName } from '../../../protocols/tls-records/registries/versions.ts';
import type { CertificateFacts } from '../answer/certificate-facts.ts';
import type { Observed } from '../observed.ts';
import type { OtherAddress } from './other-addresses.ts';

/** What all handshakes of a check have shown, undecoded. */
export interface HandshakeFacts {
  /** The measured address, and the version that a current client negotiates with it. */
  readonly measured: { readonly address: string; readonly version: number | null };
  /** The chain that a current client receives at the measured address, with its revocation status. */
  readonly main: CertificateFacts;
  readonly observed: Pick<Observed, 'servedChains' | 'nameless'>;
  /** In numerical order, including the measured one. */
  readonly addresses: readonly string[];
  /** What is known so far about the other addresses. */
  readonly others: ReadonlyMap<string, OtherAddress>;
}

/** A certificate chain that some clients receive. */
export interface PresentedChain {
  readonly number: number;
  readonly facts: CertificateFacts;
  /** The addresses at which a current client receives it. */
  readonly addresses: readonly string[];
  /** True if other handshakes with the measured address returned it. */
  readonly isElsewhere: boolean;
}

/** Which chain is served at which address. */
export interface ChainsByAddress {
  readonly chains: readonly PresentedChain[];
  readonly rows: readonly ServedAddress[];
}

type MutableChain = {
  -readonly [Key in keyof PresentedChain]: PresentedChain[Key] extends readonly string[]
    ? string[]
    : PresentedChain[Key];
};

/**
 * Numbers the chains, always in the same order: the one that a current client receives at the measured address, those from
 * other handshakes there, the one for clients without a server name, those at other addresses.
 */
export function chainsByAddress(
  met: HandshakeFacts,
  judgeOther: (sent: ServedChain) => CertificateFacts,
): ChainsByAddress {
  const judge = (sent: ServedChain) => {
    const isMain = sent.certificates !== null && chainKeyOf(sent.certificates) === met.main.chainKey;
    return isMain ? met.main : judgeOther(sent);
  };
  const chains: MutableChain[] = [];
  const chainOf = (facts: CertificateFacts): MutableChain => {
    const known = chains.find((one) => one.facts.chainKey === facts.chainKey);
    if (known !== undefined) return known;
    const made = { number: chains.length + 1, facts, addresses: [], isElsewhere: false };
    chains.push(made);
    return made;
  };
  const measured = measuredRow(met, judge, chainOf);
  const rows = met.addresses.flatMap((address) => {
    if (address === measured.address) return measured;
    const answer = met.others.get(address);
    if (answer === undefined) return [];
    const chain = answer.served === null ? null : chainOf(judge(answer.served));
    chain?.addresses.push(address);
    return otherRow(answer, chain?.number ?? null);
  });
  return { chains, rows };
}

function measuredRow(
  { measured, main, observed: { servedChains, nameless } }: HandshakeFacts,
  judge: (sent: ServedChain) => CertificateFacts,
  chainOf: (facts: CertificateFacts) => MutableChain,
): ServedAddress {
  const own = main.sentCount === 0 ? null : chainOf(main);
  own?.addresses.push(measured.address);
  const elsewhere = byKeyType(servedChains.map(judge))
    .map(chainOf)
    .filter((one) => one !== own);
  for (const one of elsewhere) one.isElsewhere = true;
  const forNameless = nameless === null || nameless === 'refused' ? null : chainOf(judge(nameless));
  return {
    address: measured.address,
    isMeasured: true,
    problem: main.isUnread ? 'unread' : null,
    protocol: nameOf(measured.version),
    certificate: own?.number ?? null,
    otherCertificates: elsewhere.map(({ number }) => number),
    certificateWithoutName: forNameless?.number ?? null,
    refusesWithoutName: nameless === null ? null : nameless === 'refused',
  };
}

function otherRow({ address, problem, version }: OtherAddress, certificate: number | null): ServedAddress {
  return {
    address,
    isMeasured: false,
    problem,
    protocol: nameOf(version),
    certificate,
    otherCertificates: [],
    certificateWithoutName: null,
    refusesWithoutName: null,
  };
}

function nameOf(version: number | null) {
  return version === null ? null : versionName(version);
}

/** Sorted, since the order in which they were found depends on timing. */
function byKeyType(facts: readonly CertificateFacts[]): CertificateFacts[] {
  const keyOf = ({ fields, chainKey }: CertificateFacts) => `${fields.key?.type} ${chainKey}`;
  return facts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Whether clients that support the key of one chain support that of the other. */
export function isOfSameKey(a: PresentedChain, b: PresentedChain): boolean {
  const [one, other] = [a, b].map(({ facts }) => facts.fields.key?.type ?? null);
  return one === other;
}

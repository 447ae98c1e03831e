import type { AddressProblem, ServedDifference } from '../../../../tls/served.ts';
import type { SslCode } from '../../explanations.ts';
import { listed, type SslFinding, type UnjudgedSsl } from './ssl-finding.ts';

const REVIEW = 'Install the newest certificate and the same settings on every machine behind the name.';

/** Differences without an entry are judged by address instead. */
const differenceCodes: Readonly<Record<ServedDifference['name'], { code: SslCode; fix: string | null } | null>> = {
  ADDRESSES: { code: 'certificates-by-address', fix: REVIEW },
  KEY_TYPES: { code: 'certificates-by-key-type', fix: null },
  SAME_KEY: { code: 'certificates-vary', fix: REVIEW },
  NO_SERVER_NAME: { code: 'certificate-without-server-name', fix: null },
  PROTOCOLS: { code: 'versions-by-address', fix: REVIEW },
  NO_ANSWER: null,
};

/** May be caused by the network between this server and the address. */
const DOUBTFUL: readonly AddressProblem[] = ['unreachable', 'timeout'];
const NOT_ASKED: readonly AddressProblem[] = ['limited', 'not_asked'];

/** Findings on differences between addresses and clients, and on addresses without an answer. */
export function servedFindings(answer: UnjudgedSsl): SslFinding[] {
  const differences = answer.differences.flatMap(({ name, evidence }): SslFinding[] => {
    const known = differenceCodes[name];
    return known === null ? [] : [{ ...known, state: 'note', about: answer.domain, evidence }];
  });
  return [...differences, ...addressFindings(answer)];
}

function addressFindings({ addresses, peerPort, domain }: UnjudgedSsl): SslFinding[] {
  const failed = addresses.flatMap(({ address, problem, isMeasured }) =>
    problem === null || isMeasured ? [] : [{ address, problem }],
  );
  const doubtful = failed.filter(({ problem }) => DOUBTFUL.includes(problem));
  const open = failed.filter(({ problem }) => NOT_ASKED.includes(problem));
  const refused = failed.filter((one) => !doubtful.includes(one) && !open.includes(one));
  const words = (list: typeof failed) =>
    listed(list.map(({ address, problem }) => `${address} (${problem.replaceAll('_', ' ')})`));
  const about = (list: typeof failed) => listed(list.map(({ address }) => address));
  return [
    ...(refused.length === 0
      ? []
      : [
          {
            code: 'address-without-tls' as const,
            state: 'warn' as const,
            about: about(refused),
            evidence: `No certificate could be read at ${words(refused)}.`,
            fix: `Start the service on port ${peerPort} there, or remove the address from the zone.`,
          },
        ]),
    ...(doubtful.length === 0
      ? []
      : [
          {
            code: 'address-without-tls' as const,
            state: 'unknown' as const,
            about: about(doubtful),
            evidence: `No answer from ${words(doubtful)}; the network of the Sonde server may be the cause.`,
            fix: `Check from another network: sonde ssl ${domain} --address ${doubtful[0]?.address}`,
          },
        ]),
    ...(open.length === 0
      ? []
      : [
          {
            code: 'addresses-not-checked' as const,
            state: 'unknown' as const,
            about: about(open),
            evidence: `${open.length} of ${addresses.length} addresses were not checked: ${words(open)}.`,
            fix: `Check each of them on its own: sonde ssl ${domain} --address ${open[0]?.address}`,
          },
        ]),
  ];
}

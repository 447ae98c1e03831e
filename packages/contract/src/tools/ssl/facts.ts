import { type Fact, type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import { tlsVersions, type VulnerabilityName, vulnerabilityNames } from '../../tls/judgement.ts';
import type { UnjudgedSsl } from './findings/judged/ssl-finding.ts';

/**
 * The state of a TLS server. Left out: times and counts of the check, sessions, judgements that follow from a certificate's
 * age, what differs between two equal handshakes (resumption, ticket lifetime), and whatever this check did not complete.
 */
export function sslFacts(answer: UnjudgedSsl): Facts {
  return factsFrom([
    ...certificateFacts(answer),
    ...addressFacts(answer),
    ...versionFacts(answer),
    ...sessionFacts(answer),
    ...behaviourFacts(answer),
    ...quicFacts(answer),
    ...vulnerabilityFacts(answer),
  ]);
}

/** For fields in which null means not measured: they can never be known to be absent. */
function known<Value extends Exclude<Fact[1], undefined>>(value: Value | null): Value | undefined {
  return value ?? undefined;
}

function hasGap({ gaps }: UnjudgedSsl, part: string): boolean {
  return gaps.some((gap) => gap.part === part);
}

function certificateFacts(answer: UnjudgedSsl): Fact[] {
  const { certificateFingerprints, certificateChain, key, revocation } = answer;
  const fingerprint = certificateFingerprints['SHA-256'];
  if (fingerprint === null) return hasGap(answer, 'certificate') ? [] : [['certificate', null]];
  const status = revocation?.status;
  return [
    ['certificate', fingerprint],
    ['certificate/subject', answer.subject],
    ['certificate/issuer', answer.issuer],
    ['certificate/validFrom', answer.validFrom],
    ['certificate/validUntil', answer.validUntil],
    ['certificate/names', setOf(answer.subjectAlternativeNames)],
    ['certificate/key', key && [key.type, key.curve ?? key.bits].join(' ')],
    ['certificate/signatureAlgorithm', answer.signatureAlgorithm],
    ['certificate/missingIssuer', answer.missingIssuer],
    ['certificate/revocation', status === 'unknown' ? undefined : status],
    ['chain', setOf(certificateChain.map((certificate) => certificate.fingerprint))],
  ];
}

/** Which address serves which certificate. An address that did not answer this time is listed without facts. */
function addressFacts(answer: UnjudgedSsl): Fact[] {
  const prints = new Map(answer.servedCertificates.map(({ number, fingerprint }) => [number, fingerprint]));
  const printOf = (number: number | null) => known(number === null ? null : (prints.get(number) ?? null));
  return [
    ['addresses', setOf(answer.addresses.map(({ address }) => address))],
    ...answer.addresses.flatMap(({ address, certificate, protocol, ...row }): Fact[] => [
      [`addresses/${address}/certificate`, printOf(certificate)],
      [`addresses/${address}/protocol`, known(protocol)],
      [
        `addresses/${address}/certificateWithoutName`,
        row.refusesWithoutName ? 'refused' : printOf(row.certificateWithoutName),
      ],
    ]),
    [
      'certificates',
      hasGap(answer, 'other certificates')
        ? undefined
        : setOf(
            answer.addresses
              .filter(({ isMeasured }) => isMeasured)
              .flatMap((row) => [row.certificate, ...row.otherCertificates].flatMap((number) => printOf(number) ?? [])),
          ),
    ],
  ];
}

function versionFacts(answer: UnjudgedSsl): Fact[] {
  return tlsVersions.flatMap((version): Fact[] => {
    const isEnabled = answer.enabledProtocols.includes(version);
    const isPartial = hasGap(answer, version);
    const suites = answer.ciphersByProtocol[version];
    return [
      [`versions/${version}`, isEnabled || (isPartial ? undefined : false)],
      [`suites/${version}`, isPartial || suites === undefined ? undefined : setOf(suites)],
      [`order/${version}`, known(answer.cipherOrder[version] ?? null)],
    ];
  });
}

function sessionFacts(answer: UnjudgedSsl): Fact[] {
  const areGroupsKnown = !hasGap(answer, 'groups');
  const primes = answer.dhPrimes.map(({ bits, name }) => (name === null ? `${bits} bits` : `${bits} bits, ${name}`));
  return [
    ['protocol', known(answer.protocol)],
    ['cipherSuite', known(answer.cipherSuite)],
    ['alpn', answer.protocol === null ? undefined : answer.alpn],
    ['clientAuth', known(answer.clientAuth)],
    ['ocspStapled', known(answer.ocspStapled)],
    ['groups', areGroupsKnown ? setOf(answer.groups) : undefined],
    ['minDhBits', answer.partial ? undefined : answer.minDhBits],
    ['dhPrimes', answer.partial ? undefined : setOf(primes)],
  ];
}

function behaviourFacts(answer: UnjudgedSsl): Fact[] {
  return [
    ['alpnProtocols', known(answer.alpnProtocols && setOf(answer.alpnProtocols))],
    ['sessionTickets', known(answer.sessionTickets)],
    ['earlyData', known(answer.earlyData)],
    ['clientRenegotiation', known(answer.clientRenegotiation)],
    ['fallbackScsv', known(answer.fallbackScsv)],
    ['compression', known(answer.compression)],
    ['hangsUpOn', known(answer.hangsUpOn && setOf(answer.hangsUpOn))],
  ];
}

/** A server that was silent this time may only have lost a datagram. */
function quicFacts({ quic }: UnjudgedSsl): Fact[] {
  if (quic == null || quic.h3 === null) return [];
  return [
    ['http3', quic.h3],
    ['http3/certificate', known(quic.certificate?.fingerprint ?? null)],
    ['http3/group', known(quic.group)],
    ['http3/versions', known(quic.versions && setOf(quic.versions))],
  ];
}

/** A vulnerability counts as absent only if everything that could reveal it was measured. */
function vulnerabilityFacts(answer: UnjudgedSsl): Fact[] {
  const isRuledOut = (name: VulnerabilityName) => !answer.partial && !answer.untested.includes(name);
  return vulnerabilityNames.map((name) => [
    `vulnerabilities/${name}`,
    answer.vulnerabilities.includes(name) || (isRuledOut(name) ? false : undefined),
  ]);
}

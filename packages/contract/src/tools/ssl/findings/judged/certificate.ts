import { formatUtc } from '../../../../text/format-utc.ts';
import { isShortLived } from './lifetime.ts';
import { listed, type SslFinding, type UnjudgedSsl } from './ssl-finding.ts';
import { withCheck, withOwnCheck } from './verify.ts';

/** The chain as sent, revocation, stapling, and certificate transparency. */
export function certificateFindings(answer: UnjudgedSsl): SslFinding[] {
  return [chainFindings, revocationFindings, stapleFindings, transparencyFindings].flatMap((judge) => judge(answer));
}

function chainFindings({ domain, certificateChain, builtChain }: UnjudgedSsl): SslFinding[] {
  // Without a verified path it is not known which certificates belong to it.
  if (builtChain.length === 0) return [];
  const sent = certificateChain.map(({ fingerprint }) => fingerprint);
  const needed = builtChain.flatMap(({ fingerprint, origin }) => (origin === 'server' ? [fingerprint] : []));
  const superfluous = certificateChain.filter(
    ({ fingerprint }, place) => !needed.includes(fingerprint) || sent.indexOf(fingerprint) !== place,
  );
  const places = needed.map((fingerprint) => sent.indexOf(fingerprint));
  const isOutOfOrder = places.some((place, index) => place < (places[index - 1] ?? -1));
  const names = (list: UnjudgedSsl['certificateChain']) => listed(list.map(({ subject }) => subject));
  return [
    ...(superfluous.length > 0
      ? [
          {
            code: 'superfluous-certificates' as const,
            state: 'note' as const,
            about: domain,
            evidence: `The server also sends ${names(superfluous)}.`,
            fix: 'Remove unneeded certificates from the chain file.',
          },
        ]
      : []),
    ...(isOutOfOrder
      ? [
          {
            code: 'chain-out-of-order' as const,
            state: 'note' as const,
            about: domain,
            evidence: `The server sends ${names(certificateChain)}, in this order.`,
            fix: `Send them in this order: ${listed(builtChain.map(({ subject }) => subject))}.`,
          },
        ]
      : []),
  ];
}

const sourceNames = {
  stapled: 'the response that the server stapled',
  ocsp: 'the OCSP responder',
  crl: 'the revocation list',
} as const;

function revocationFindings(answer: UnjudgedSsl): SslFinding[] {
  const { domain, revocation, subject } = answer;
  // No authority can be asked about an untrusted certificate, and a revoked one has a finding of its own.
  if (subject === null || answer.builtChain.length === 0) return [];
  if (revocation?.status === 'revoked') return unknownIssuers(answer);
  if (revocation?.status === 'good') return [notRevoked(domain, revocation), ...unknownIssuers(answer)];
  if (isShortLived(answer)) return [shortLived(answer), ...unknownIssuers(answer)];
  return [unknownRevocation(answer)];
}

const NOBODY_SAID = 'The certificate authority was not asked, and the server stapled no response.';

/** For the server's certificate; issuers of unknown status are part of the same finding. */
function unknownRevocation(answer: UnjudgedSsl): SslFinding {
  const { domain: about, revocation, serialNumber } = answer;
  const why = revocation?.why ?? null;
  const askThem = `Check again later, or ask the authority for the status of serial number ${serialNumber ?? 'of the certificate'}.`;
  // Of an expired certificate, no authority will tell it later (RFC 5280 section 3.3).
  const isExpired = answer.observations.some(({ name }) => name === 'expired');
  const fixForUnknown = isExpired ? null : askThem;
  const fix = why === null ? 'Check again without revocation=false.' : fixForUnknown;
  const evidence = [why ?? NOBODY_SAID, ...issuerSentences(answer, why)].join(' ');
  return { code: 'revocation-unknown', state: 'unknown', about, evidence, fix };
}

function unknownIssuers(answer: UnjudgedSsl): SslFinding[] {
  const evidence = issuerSentences(answer, null).join(' ');
  if (evidence === '') return [];
  return [{ code: 'revocation-unknown', state: 'unknown', about: answer.domain, evidence, fix: 'Check again later.' }];
}

/** A sentence for each reason why the status of an issuer is unknown; `said` is a reason that has been mentioned already. */
function issuerSentences({ issuerRevocations }: UnjudgedSsl, said: string | null): string[] {
  const byReason = new Map<string, string[]>();
  for (const { status, why, subject } of issuerRevocations) {
    if (status !== 'unknown') continue;
    const reason = why ?? NOBODY_SAID;
    byReason.set(reason, [...(byReason.get(reason) ?? []), subject]);
  }
  return [...byReason].map(([reason, subjects]) =>
    reason === said ? `The same is true for ${listed(subjects)}.` : `For ${listed(subjects)}: ${reason}`,
  );
}

function notRevoked(about: string, { source, thisUpdate }: NonNullable<UnjudgedSsl['revocation']>): SslFinding {
  const who = source === null ? 'the authority' : sourceNames[source];
  const when = thisUpdate === null ? '' : ` of ${formatUtc(thisUpdate)}`;
  return {
    code: 'not-revoked',
    state: 'good',
    about,
    evidence: `According to ${who}${when}, the certificate is not revoked.`,
    fix: null,
  };
}

function shortLived({ domain, validFrom, validUntil }: UnjudgedSsl): SslFinding {
  return {
    code: 'short-lived-certificate',
    state: 'note',
    about: domain,
    evidence: `It is valid from ${formatUtc(validFrom ?? '')} until ${formatUtc(validUntil ?? '')}, so its revocation is not published.`,
    fix: null,
  };
}

function stapleFindings(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, ocspStapled, ocspStatus, stapleProblem = null, notes } = answer;
  const required = notes.find(({ name }) => name === 'MUST_STAPLE');
  if (required !== undefined) {
    const fix = withCheck(
      answer,
      'Enable OCSP stapling, or request a certificate without must-staple.',
      ['-status'],
      STAPLED,
    );
    return [{ code: 'must-staple-unmet', state: 'bad', about, evidence: required.evidence, fix }];
  }
  if (ocspStapled !== true) return [];
  if (ocspStatus === 'good') {
    const evidence = 'The server staples a verified response with the status "good".';
    return [{ code: 'ocsp-stapled', state: 'good', about, evidence, fix: null }];
  }
  // A revoked certificate has a finding of its own. What cannot be verified for lack of an issuer may be right.
  if (stapleProblem === null || stapleProblem.name === 'issuer_unknown') return [];
  const { name, evidence } = stapleProblem;
  const words = stapleFixes[name];
  const fix = name === 'responder_error' ? withCheck(answer, words, ['-status'], STAPLED) : withOwnCheck(answer, words);
  return [{ code: 'stapled-response-unusable', state: 'bad', about, evidence, fix }];
}

/** What `openssl s_client` prints about a response with a status. */
const STAPLED = { prints: 'OCSP Response Status: successful' } as const;

const RENEW = 'Have the server fetch a new response, and check that it can reach the responder of the authority.';

const stapleFixes: Readonly<Record<NonNullable<UnjudgedSsl['stapleProblem']>['name'], string>> = {
  malformed: RENEW,
  responder_error: `${RENEW} Or turn stapling off until the responder works.`,
  issuer_unknown: RENEW,
  other_certificate: 'Remove the stored response of another certificate, and restart the server.',
  out_of_date: RENEW,
  wrong_signature:
    'Install the chain of the current certificate, and restart the server, so that it asks the right authority.',
  certificate_unknown: 'Ask the certificate authority why its responder does not know the certificate.',
};

function transparencyFindings({ domain: about, transparency }: UnjudgedSsl): SslFinding[] {
  // The policies apply to public authorities only.
  if (transparency === undefined || transparency.isPublic !== true) return [];
  const { policies, validCount, operatorCount, logList } = transparency;
  const unmet = policies.filter(({ met }) => met === false);
  const open = policies.filter(({ met }) => met === null);
  const words = (list: typeof policies) =>
    list.map(({ policy, why }) => `${policy}: ${why ?? 'no reason given.'}`).join(' ');
  if (unmet.length > 0) {
    const fix = 'Have the certificate reissued: public certificate authorities embed enough timestamps.';
    return [{ code: 'transparency-policy-unmet', state: 'bad', about, evidence: words(unmet), fix }];
  }
  if (logList.isOutdated) {
    const evidence = `Sonde’s list of logs is of ${formatUtc(logList.date)}, so the policies of browsers were not judged.`;
    const fix =
      'Whoever runs Sonde can renew the list: sonde update ct-logs. Nothing has to be done about the certificate.';
    return [{ code: 'log-list-outdated', state: 'note', about: 'Sonde', evidence, fix }];
  }
  if (open.length > 0) {
    const fix = 'Open the site in an up-to-date browser, or check with a Sonde that has a newer list of logs.';
    return [{ code: 'transparency-unknown', state: 'unknown', about, evidence: words(open), fix }];
  }
  if (policies.length === 0) return [];
  const evidence = `${validCount} timestamps from ${operatorCount} log operators verify: enough for ${listed(policies.map(({ policy }) => policy))}.`;
  return [{ code: 'transparency-policy-met', state: 'good', about, evidence, fix: null }];
}

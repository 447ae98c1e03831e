import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { findingsPart, type Negotiated, type SslData, securityInfo, sessionFields } from './answer-parts.ts';
import type { CertificateFacts, Sent } from './certificates.ts';
import { mustStapleNotes } from './must-staple.ts';
import type { Observed } from './observed.ts';
import type { OtherAddress } from './served/other-addresses.ts';
import { placesOf } from './served/places.ts';
import { judgeAll } from './served/served-part.ts';
import { vulnerabilityFindings } from './vulnerabilities.ts';

/** What is known so far beside what the stages observe. */
export interface Known {
  target: Pick<SslData, 'domain' | 'peerHost' | 'peerPort' | 'address' | 'startTls'>;
  certificates: CertificateFacts;
  /** Of the host, in numerical order, the measured one among them. */
  addresses: readonly string[];
  /** What is known of the others, by address; those for which there are too many from the start. */
  readonly others: Map<string, OtherAddress>;
  /** Of the first hello: what else follows from it. */
  hello: ServerHello | null;
  negotiated: Negotiated | null;
  /** Whether that was the usual hello. */
  isUsual: boolean;
  /** Extensions that the server hangs up on, by number; null before that is known. */
  intolerances: readonly number[] | null;
  clientAuth: SslData['clientAuth'];
  ocspStapled: boolean | null;
}

export interface ViewSources {
  readonly known: Known;
  readonly observed: Observed;
  /** By what is trusted here and now. */
  judge(sent: Sent): CertificateFacts;
}

/** What is known, in the fields of the answer; each call tells of this moment. `security` with true when nothing more will be asked. */
export function viewOf({ known, observed, judge }: ViewSources) {
  const places = () => {
    const measured = { address: known.target.address, version: known.negotiated?.version ?? null };
    return placesOf({ ...known, measured, main: known.certificates, observed }, judge);
  };
  const judgement = () => judgeAll(known.certificates, places());
  const findings = () => {
    const part = findingsPart(observed, known.hello, judgement().findings, known.intolerances);
    return { ...part, notes: [...part.notes, ...mustStapleNotes(known)] };
  };
  return {
    places,
    findings,
    certificate() {
      const { fields, transparency } = known.certificates;
      return { ...fields, ...judgement(), ...(transparency && { transparency }) };
    },
    /** With the weaknesses of the server among the findings, as far as they are known. */
    judgement() {
      const { valid, reasons } = judgement();
      return { valid, reasons, findings: findings().findings };
    },
    session: () => ({
      ...sessionFields(known.negotiated),
      clientAuth: known.clientAuth,
      ocspStapled: known.ocspStapled,
      ocspStatus: known.certificates.ocspStatus,
      sctCount: known.certificates.sctCount,
    }),
    security: (isOver: boolean) => ({
      securityInfo: securityInfo({
        observed,
        negotiated: known.negotiated,
        keyType: known.certificates.fields.key?.type ?? null,
        vulnerabilities: vulnerabilityFindings(observed, known.hello),
        isOver,
      }),
    }),
  };
}

import { keyUseIn } from '../../../engines/tls/certificate/key-usage.ts';
import type { ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { suiteOf } from '../../../protocols/tls-records/registries/suites.ts';
import type { Observed } from '../observed.ts';
import { chainsByAddress } from '../served/chains-by-address.ts';
import type { OtherAddress } from '../served/other-addresses.ts';
import { judgeAll } from '../served/served-part.ts';
import { observedVulnerabilities } from '../vulnerabilities/vulnerabilities.ts';
import { type Negotiated, observationsPart, type SslData, securityInfo, sessionFields } from './answer-parts.ts';
import { type CertificateFacts, withKeyUsage } from './certificate-facts.ts';
import { mustStapleNotes } from './must-staple.ts';

/** Ordinary chains have one or two. */
const MAX_ISSUERS = 6;

/** What is known so far, apart from what the stages observe. */
export interface KnownFacts {
  target: Pick<SslData, 'domain' | 'peerHost' | 'peerPort' | 'address' | 'startTls'>;
  certificates: CertificateFacts;
  /** All addresses of the host in numerical order, including the measured one. */
  addresses: readonly string[];
  /** What is known about the other addresses; initially, those beyond the limit. */
  readonly others: Map<string, OtherAddress>;
  /** The ServerHello of the first handshake. */
  hello: ServerHello | null;
  negotiated: Negotiated | null;
  /** Whether it answered `commonOffer`. */
  isCommonOffer: boolean;
  /** Extensions, by number, that the server does not tolerate; null until known. */
  intolerances: readonly number[] | null;
  /** It refuses clients that offer only the protocols of the web. */
  refusesWebProtocols: boolean;
  clientAuth: SslData['clientAuth'];
  ocspStapled: boolean | null;
  missingCertificates: SslData['missingCertificates'];
  /** In DER: what was fetched because the server does not send it. */
  fetchedIssuers: readonly Uint8Array[];
  /** The same server over QUIC; null if it was not asked. */
  quic: NonNullable<SslData['quic']> | null;
  /** What the server sent before TLS started; null without STARTTLS, or if it sent no text. */
  greeting: string | null;
}

export interface ViewSources {
  readonly facts: KnownFacts;
  readonly observed: Observed;
  /** Judges a chain with the trust anchors and the time of this check. */
  judge(sent: ServedChain, fetched: readonly Uint8Array[]): CertificateFacts;
}

/** Certificates that a chain may lack: fetched ones, and those that are sent with the main certificate. */
function knownIssuers({ fetchedIssuers, certificates }: KnownFacts): readonly Uint8Array[] {
  return [...fetchedIssuers, ...(certificates.sent.certificates?.slice(1, MAX_ISSUERS) ?? [])];
}

/** In TLS 1.3 and with ephemeral keys, a server signs with whichever of its keys it uses. */
function signingSuite(negotiated: Negotiated | null): number | null {
  const suite = negotiated === null ? null : suiteOf(negotiated.suite);
  return suite !== null && keyUseIn(suite) === 'digitalSignature' ? suite.code : null;
}

/** What is known at the time of the call, as fields of the answer. `security(true)`: no further measurements follow. */
export function viewOf({ facts, observed, judge }: ViewSources) {
  const places = () => {
    const measured = { address: facts.target.address, version: facts.negotiated?.version ?? null };
    return chainsByAddress({ ...facts, measured, main: facts.certificates, observed }, (sent) =>
      withKeyUsage(judge(sent, knownIssuers(facts)), signingSuite(facts.negotiated)),
    );
  };
  const judgement = () => judgeAll(facts.certificates, places());
  const observations = () => {
    const part = observationsPart(observed, facts.hello, judgement().observations, facts.intolerances);
    return { ...part, notes: [...part.notes, ...mustStapleNotes(facts)] };
  };
  return {
    places,
    observations,
    certificate() {
      const { fields, transparency } = facts.certificates;
      return { ...fields, ...judgement(), ...(transparency && { transparency }) };
    },
    /** Its observations include the vulnerabilities known so far. */
    judgement() {
      const { valid, reasons } = judgement();
      return { valid, reasons, observations: observations().observations };
    },
    session: () => ({
      ...sessionFields(facts.negotiated),
      greeting: facts.greeting,
      clientAuth: facts.clientAuth,
      ocspStapled: facts.ocspStapled,
      ocspStatus: facts.certificates.ocspStatus,
      stapleProblem: facts.certificates.stapleProblem,
      sctCount: facts.certificates.sctCount,
    }),
    security: (isOver: boolean) => ({
      securityInfo: securityInfo({
        observed,
        negotiated: facts.negotiated,
        keyType: facts.certificates.fields.key?.type ?? null,
        vulnerabilities: observedVulnerabilities(observed, facts.hello),
        isOver,
      }),
    }),
  };
}
